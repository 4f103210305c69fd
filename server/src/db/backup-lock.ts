/** An arbitrary number for an advisory lock. A backup holds it shared; deleting raw sources waits for another day meanwhile. */
export const backupLock = 727_019;
