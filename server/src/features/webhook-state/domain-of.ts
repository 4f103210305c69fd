/** "Ana@Acme.test" → "acme.test"; empty if the address has no domain. */
export const domainOf = (address: string) =>
  address.includes("@")
    ? address
        .slice(address.lastIndexOf("@") + 1)
        .toLowerCase()
        .slice(0, 255)
    : "";
