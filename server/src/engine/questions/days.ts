import { wallText } from "@intellibox/contract/rules/wall-time";

/** The day of a moment by the asker's clock, as periods have it. */
export const dayOfPeriod = (moment: Date, timeZone: string) => wallText(moment, timeZone).slice(0, 10);
