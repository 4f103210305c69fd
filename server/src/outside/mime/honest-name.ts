/** A name that holds another address would pass for the sender in lists, so the address itself is shown instead. */
export function honestName(name: string, address: string): string {
  const named = name.match(/[^\s<>()[\]"',;:]{1,64}[@＠﹫][^\s<>()[\]"',;:]{1,253}/g) ?? [];
  return address && named.some((one) => one.toLowerCase() !== address.toLowerCase()) ? "" : name;
}
