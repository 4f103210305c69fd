import type { SecondStep as Step } from "@intellibox/contract/errors";
import { answerSecondStep } from "#api/second-step.ts";
import { SecondStepForm } from "#components/second-step-form.tsx";

/** Loaded when the server asks for it. */
export const SecondStep = (props: { step: Step; onBack: (reason?: string) => void }) => (
  <SecondStepForm {...props} answer={answerSecondStep} />
);
