const names: Record<string, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** The whole name of a weekday: "fri", "Tues" and "Friday" give "Friday", "Tuesday" and "Friday". */
export const weekdayNamed = (text: string): string | undefined => names[text.slice(0, 3).toLowerCase()];
