/** The result of a check. `unknown`: it could not be checked, for example without a network. */
export type Finding = {
  check: string;
  state: "ok" | "warning" | "fault" | "unknown";
  said: string;
  /** Advice for the operator. */
  advice?: string;
};

const signs = { ok: "✓", warning: "!", fault: "✗", unknown: "!" };

export const ok = (check: string, said: string): Finding => ({ check, state: "ok", said });
export const warning = (check: string, said: string, advice: string): Finding => ({
  check,
  state: "warning",
  said,
  advice,
});
export const fault = (check: string, said: string, advice: string): Finding => ({
  check,
  state: "fault",
  said,
  advice,
});
export const unknown = (check: string, why: string): Finding => ({
  ...{ check, state: "unknown" },
  said: `could not be checked: ${why}`,
});

export const lineOf = ({ check, state, said, advice }: Finding) =>
  `${signs[state]} ${check}: ${said}${advice ? `\n    ${advice}` : ""}`;

export const messageOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
  return first.message.split("\n")[0] ?? "";
};
