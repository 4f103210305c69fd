const megabyte = 1024 * 1024;

/** The largest mail there is: ten megabytes of files, a third longer on the wire, and what is written around them. */
export const largestMail = 20 * megabyte;

export const placeLimits = {
  /** Of one tenant: what its slow server can hold up and hold in memory. */
  mails: 50,
  bytes: 48 * megabyte,
  /** Of all tenants together. */
  bytesInAll: 192 * megabyte,
};

export type Places = ReturnType<typeof openSendSlots>;

/** Bounds the mail under way that is held in memory; what finds no place waits in the outbox, and is told when to come again. */
export function openSendSlots(limits = placeLimits) {
  const tenants = new Map<string, { mails: number; bytes: number }>();
  const turnedAway = new Set<string>();
  let bytesInAll = 0;

  const change = (tenantId: string, mails: number, bytes: number) => {
    const mine = tenants.get(tenantId) ?? { mails: 0, bytes: 0 };
    const now = { mails: mine.mails + mails, bytes: mine.bytes + bytes };
    bytesInAll += bytes;
    if (now.mails === 0) tenants.delete(tenantId);
    else tenants.set(tenantId, now);
  };

  return {
    /** A single mail always finds a place, however large: otherwise it would never leave. */
    take(tenantId: string, bytes: number): boolean {
      const mine = tenants.get(tenantId);
      const isFull =
        (mine && (mine.mails >= limits.mails || mine.bytes + bytes > limits.bytes)) ||
        (tenants.size > 0 && bytesInAll + bytes > limits.bytesInAll);
      if (isFull) {
        turnedAway.add(tenantId);
        return false;
      }
      turnedAway.delete(tenantId);
      change(tenantId, 1, bytes);
      return true;
    },
    /** A mail turned out to be of another size than was kept free for it. */
    resize: (tenantId: string, from: number, to: number) => change(tenantId, 0, to - from),
    /** Returns the tenants who may find a place now. */
    leave(tenantId: string, bytes: number): string[] {
      change(tenantId, -1, -bytes);
      return [...turnedAway];
    },
    /** For tests and figures. */
    held: () => ({ bytes: bytesInAll, tenants: tenants.size }),
  };
}
