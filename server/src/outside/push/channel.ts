/** Where the provider is to call, and what it has to say there. */
export type Hook = { url: string; secret: string };

export type Told = {
  /** The provider's name for it; null where it has none. */
  remoteId: string | null;
  expiresAt: Date;
  /** There was none, or none any more: what happened before was told to nobody. */
  isNew: boolean;
};

/** The provider's promise to tell of changes in one mailbox. Throws MailboxError. */
export type Push = {
  /** Begins it, or prolongs the one of this name. */
  keep(remoteId: string | null, hook: Hook): Promise<Told>;
  /** Ends it; that it is not there any more is fine. */
  stop(remoteId: string | null): Promise<void>;
};
