export const maxQuestionCharacters = 1_000;
/** Of an earlier answer, as the page sends it with a follow-up question. */
export const maxEarlierAnswer = 4_000;
export const maxEarlierTurns = 6;
