/** Why a file gave no text. */
export const extractProblems = ["encrypted", "corrupt", "too_large", "unsupported", "timeout", "oom", "empty"] as const;
