/** The URL for the provider's notices, and the secret that they must carry. */
export type Hook = { url: string; secret: string };

export type Told = {
  /** The provider's id of the subscription; null if it has none. */
  remoteId: string | null;
  expiresAt: Date;
  /** The subscription is new, so changes before it were not reported. */
  isNew: boolean;
};

/** A provider's push subscription for one mailbox. Throws MailboxError. */
export type Push = {
  /** Creates the subscription, or renews the one with this id. */
  keep(remoteId: string | null, hook: Hook): Promise<Told>;
  /** Ends the subscription; succeeds if it no longer exists. */
  stop(remoteId: string | null): Promise<void>;
};
