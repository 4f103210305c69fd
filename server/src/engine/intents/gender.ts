import { isFirstName, tellsGender } from "./first-names.ts";

export type Gender = "he" | "she" | undefined;

const women = new Set(
  "abigail agnes alice alison amy ann anne annette april ashley astrid audrey becky beth betty birgit caitlin camille carmen carol caroline catherine cathy charlotte chloe christine claire cynthia danielle denise doris dorothy eleanor elif elizabeth ellen emily esther evelyn frances gretel grace hannah harriet heather heidi heike helen ilse ines ingrid irene iris isabel jane janet janice jasmin jean jennifer jenny jessica jill jo joan josephine judith judy julie karen karin kate katherine kathy katie katrin kelly kristin lauren leah lily liz lucy madeleine margaret mariam marie marion mary megan mei melanie meredith michelle miriam morgan nadine naomi natalie nicole noor paige penny rachel raquel rose ruby ruth sabine sally sarah sharon silke sophie stephanie sue susan susanne tracy ulrike vivian wendy yasmin yvonne zoe priyanka beatriz solange brigitte gertrud monique odette colette yvette bernadette juliette antoinette deborah rosemary margit birte antje anke elke wiebke imke maike meike inge kirsten maren gretchen edith elisabeth liesbeth gwen gwendolyn carolyn marilyn kathryn soledad pilar dolores mercedes maribel amparo consuelo itziar maite lurdes priti preeti jyoti deepti aarti swati shruti kirti smriti rashmi lakshmi laxmi anjali sonali vaishali meenakshi kavita mira imogen ottilie noor".split(
    " ",
  ),
);
const men = new Set("luca joshua nikita mustafa andrea sasha ezra elisha kwame tunde otto olu teo yusuf".split(" "));

/** The pronoun that a name most likely takes; undefined if the name does not tell. */
export function genderOf(name: string): Gender {
  if (/^(?:mr|sir|lord|herr)\b/i.test(name)) return "he";
  if (/^(?:mrs|ms|miss|madam|lady|frau)\b/i.test(name)) return "she";
  const first = (name.split(/\s+/)[0] ?? "").toLowerCase();
  if (women.has(first)) return "she";
  if (men.has(first)) return "he";
  if (isFirstName(first) && !tellsGender(first)) return undefined;
  if (/a$/.test(first) && first.length > 2) return "she";
  return isFirstName(first) ? "he" : undefined;
}
