/** Every error code and its HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  second_step_required: 401,
  forbidden: 403,
  password_change_required: 403,
  approval_required: 403,
  mail_closed: 403,
  step_up_required: 403,
  second_factor_required: 403,
  not_found: 404,
  conflict: 409,
  model_required: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  quota_exceeded: 429,
  internal: 500,
  outside_failed: 502,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** How a sign-in goes on after its first step. */
export type SecondStep = { challenge: string; code: boolean; passkey: boolean; recoveryCode: boolean };

/** The body of every failed call: a sentence for the user, a code for programs, and the invalid fields. */
export type ErrorBody = {
  error: string;
  code: ErrorCode;
  /** Field path → what is wrong with it. Set if the input was refused. */
  fields?: Record<string, string>;
  /** The certificate of a mail server that is not trusted, so that a person can compare it. */
  certificate?: { fingerprint: string; subject: string; validUntil: string };
  /** Set if the password is right and a second factor is needed: what `POST /auth/second-step` takes, and the factors of the person. */
  secondStep?: SecondStep;
  /** Set for unexpected errors, to find the details in the log. */
  requestId?: string;
};
