/** Groups items by key. Keys are in the order of their first items, items in their own order. */
export const groupedBy = <Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key) => {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups as ReadonlyMap<Key, [Item, ...Item[]]>;
};
