const megabyte = 1024 * 1024;

/** The size limit of a mail: 10 MB of files, a third longer in base64, and its text with pictures. */
export const largestMail = 20 * megabyte;

export const slotLimits = {
  /** Per tenant: the mails that a slow server may delay and keep in memory. */
  mails: 50,
  bytes: 48 * megabyte,
  /** Of all tenants together. */
  totalBytes: 192 * megabyte,
};

/** Bounds the mails under way, which are held in memory. A mail without a slot waits in the outbox until `release` names its tenant. */
export function openSendSlots(limits = slotLimits) {
  const tenants = new Map<string, { mails: number; bytes: number }>();
  const refused = new Set<string>();
  let totalBytes = 0;

  const change = (tenantId: string, mails: number, bytes: number) => {
    const held = tenants.get(tenantId) ?? { mails: 0, bytes: 0 };
    const now = { mails: held.mails + mails, bytes: held.bytes + bytes };
    totalBytes += bytes;
    if (now.mails === 0) tenants.delete(tenantId);
    else tenants.set(tenantId, now);
  };

  return {
    /** A single mail always gets a slot, however large it is; otherwise it would never be sent. */
    take(tenantId: string, bytes: number): boolean {
      const held = tenants.get(tenantId);
      const isFull =
        (held && (held.mails >= limits.mails || held.bytes + bytes > limits.bytes)) ||
        (tenants.size > 0 && totalBytes + bytes > limits.totalBytes);
      if (isFull) {
        refused.add(tenantId);
        return false;
      }
      refused.delete(tenantId);
      change(tenantId, 1, bytes);
      return true;
    },
    /** Corrects a slot when the size of its mail is known. */
    resize: (tenantId: string, from: number, to: number) => change(tenantId, 0, to - from),
    /** Returns the tenants that were refused a slot, and may get one now. */
    release(tenantId: string, bytes: number): string[] {
      change(tenantId, -1, -bytes);
      return [...refused];
    },
    held: () => ({ bytes: totalBytes, tenants: tenants.size }),
  };
}
