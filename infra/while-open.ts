/** Runs `work` with a resource and closes it afterwards, even if the work fails. */
export const whileOpen = async <Opened extends { close(): unknown }, T>(
  opened: Opened,
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
};
