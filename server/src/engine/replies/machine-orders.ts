import { sentencesOf } from "../text/sentences.ts";

// An order to a machine is not a request to the reader.
const forMachines =
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules)\b|\b(?:system prompt|language model|as an ai|ai assistant|you are now)\b/i;

/** Removes sentences that give orders to a machine, so that no reply answers them. */
export const withoutMachineOrders = (text: string) =>
  forMachines.test(text)
    ? sentencesOf(text)
        .filter((sentence) => !forMachines.test(sentence))
        .join("\n")
    : text;
