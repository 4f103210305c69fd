/** Rules before the contract has checked them, and what could not be said as a rule. */
export type FileRules = { rules: unknown[]; problems: string[] };
export type WrittenRules = { text: string; problems: string[] };
