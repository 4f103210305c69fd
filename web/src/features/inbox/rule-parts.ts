import { type ComponentType, createContext } from "react";

/** The screens of mail rules that the inbox shows. They are another feature, so the app gives them; each is loaded when it is shown. */
export type RuleParts = {
  /** The tab "Rules & Automations". */
  Tab: ComponentType;
  /** Actions that rules took on a message. */
  OfMessage: ComponentType<{ id: string }>;
  /** Runs a rule on the chosen messages. */
  Run: ComponentType<{ messageIds: readonly string[]; onClose: () => void }>;
};

export const RulePartsContext = createContext<RuleParts | null>(null);
