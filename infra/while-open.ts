/** Works with what is closed after it, however the work ends. */
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
