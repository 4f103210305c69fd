/** Every failure code and the status it travels as. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  approval_required: 403,
  mail_closed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  quota_exceeded: 429,
  internal: 500,
  outside_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What every refused call answers: a sentence for the user, a code for programs, and the fields at fault. */
export type ErrorBody = {
  error: string;
  code: ErrorCode;
  /** Field path → what is wrong with it; only where input was refused. */
  fields?: Record<string, string>;
  /** Only where a mail server's certificate is not trusted: what it shows, for a person to trust. */
  certificate?: { fingerprint: string; subject: string; validUntil: string };
  /** Only on unexpected errors, to find the rest in the log. */
  requestId?: string;
};
