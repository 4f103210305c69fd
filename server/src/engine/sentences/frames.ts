import { z } from "zod";
import { framedLanguages } from "../text/language.ts";
import { byTone, loadFolder, loadSentences, sentence, wordings } from "./load-sentences.ts";

/** How an English mail begins and ends; `{name}` is the recipient's name. */
export const englishFrames = loadSentences(
  "frames.json",
  byTone(z.strictObject({ named: wordings, nameless: wordings, signOff: wordings })),
);

/** The frame of a mail in another language, around the user's own words. */
export const foreignFrames = loadFolder(
  "languages",
  framedLanguages,
  z.strictObject({
    named: sentence,
    nameless: sentence,
    casualNamed: sentence,
    casualNameless: sentence,
    /** Introduces the intent, which follows in the user's words. */
    about: sentence,
    thanks: sentence,
    close: byTone(sentence),
    signOff: z.strictObject({ formal: sentence, casual: sentence }),
    yourName: sentence,
    yourAnswer: sentence,
  }),
);
