import type { Tone } from "@intellibox/contract/rules/choices";

type Voices = Record<Tone, string[]>;
const voices = (
  professional: string[],
  friendly: string[],
  concise: string[],
  enthusiastic: string[],
  empathetic: string[],
): Voices => ({ professional, friendly, concise, enthusiastic, empathetic });

/** What the mail is, beyond what it asks: it decides how the answer opens and closes. */
export type Nature =
  | "offer"
  | "thanks"
  | "apology"
  | "complaint"
  | "illness"
  | "congratulations"
  | "invoice"
  | "invitation"
  | "news"
  | "asks";

export const openings: Record<Nature, Voices> = {
  asks: voices(
    ["Thank you for your message[[ about {topic}]].", "Thank you for getting in touch[[ about {topic}]]."],
    ["Thanks for your note[[ about {topic}]]!", "Thanks for getting in touch[[ about {topic}]]."],
    ["Thanks for your message.", "Thanks for your note."],
    ["Thank you so much for your message[[ about {topic}]]!", "It's great to hear from you[[ about {topic}]]!"],
    [
      "Thank you for reaching out[[ about {topic}]]; I appreciate you taking the time to write.",
      "Thank you for your message[[ about {topic}]]. I understand that this matters to you.",
    ],
  ),
  news: voices(
    ["Thank you for letting me know[[ about {topic}]].", "Thank you for the information[[ about {topic}]]."],
    ["Thanks for the update[[ on {topic}]]!", "Thanks for letting me know[[ about {topic}]]."],
    ["Thanks, noted.", "Noted, thank you."],
    ["Thank you so much for the news[[ about {topic}]]!", "Thanks a lot for keeping me posted[[ about {topic}]]!"],
    [
      "Thank you for keeping me informed[[ about {topic}]]; I appreciate it.",
      "Thank you for taking the time to tell me[[ about {topic}]].",
    ],
  ),
  thanks: voices(
    ["You are very welcome. I am glad I could help.", "Thank you for your kind words."],
    ["You're welcome! Happy to help.", "Any time! Glad it was useful."],
    ["You're welcome.", "My pleasure."],
    ["You're so welcome! It was a pleasure!", "Thank you for the lovely message! It made me smile."],
    [
      "You are most welcome. Thank you for taking the time to write; it means a lot.",
      "Your kind words mean a great deal. You are very welcome.",
    ],
  ),
  apology: voices(
    [
      "Thank you for your message and for explaining. I understand.",
      "Thank you for letting me know. There is no need to worry.",
    ],
    ["No problem at all, thanks for letting me know!", "Don't worry about it. Thanks for telling me."],
    ["No problem.", "Understood, thanks for letting me know."],
    ["No worries at all! Thank you for letting me know!", "Please don't worry, these things happen!"],
    [
      "Please do not worry; I understand completely. Thank you for telling me.",
      "Thank you for your honesty. These things happen, and I understand.",
    ],
  ),
  complaint: voices(
    [
      "Thank you for bringing this to my attention. I am sorry to hear about the trouble[[ with {topic}]].",
      "I apologize for the inconvenience[[ with {topic}]], and thank you for telling me.",
    ],
    [
      "I'm really sorry about the trouble[[ with {topic}]].",
      "Thanks for telling me, and sorry about the trouble[[ with {topic}]].",
    ],
    ["Sorry about this[[ trouble with {topic}]].", "I'm sorry about the trouble[[ with {topic}]]."],
    [
      "I'm so sorry about the trouble[[ with {topic}]], and I want to get this sorted for you!",
      "Thank you for telling me[[ about {topic}]]. I'm keen to put it right!",
    ],
    [
      "I am truly sorry about the trouble[[ with {topic}]]. I can imagine how frustrating this must be.",
      "I understand how upsetting the trouble[[ with {topic}]] must be, and I am very sorry.",
    ],
  ),
  illness: voices(
    [
      "Thank you for letting me know, and I am sorry to hear this.",
      "I am sorry to hear this. Thank you for telling me.",
    ],
    ["I'm so sorry to hear that. Thanks for telling me.", "Oh no, I'm sorry to hear that."],
    ["Sorry to hear that. Thanks for letting me know.", "I'm sorry to hear this."],
    [
      "I'm so sorry to hear that, and I'm sending you my very best wishes!",
      "Thank you for telling me. All my best wishes to you!",
    ],
    [
      "I am so sorry to hear this. Please take all the time you need.",
      "I am very sorry to hear this, and I am thinking of you.",
    ],
  ),
  congratulations: voices(
    ["Thank you very much for your kind congratulations.", "Thank you for your good wishes."],
    ["Thanks so much, that's very kind of you!", "Thank you! That made my day."],
    ["Thank you.", "Thanks, much appreciated."],
    ["Thank you so much! I'm over the moon!", "Wow, thank you! Your message made my day!"],
    ["Thank you from the heart; your words mean a lot to me.", "I am touched by your kind words. Thank you."],
  ),
  invoice: voices(
    ["Thank you for sending [[{topic}]]((this)).", "Thank you for your message[[ about {topic}]]."],
    ["Thanks for sending [[{topic}]]((this)) over.", "Thanks for your note[[ about {topic}]]."],
    ["Thanks for [[{topic}]]((the invoice)).", "Invoice received, thank you."],
    ["Thank you so much for sending [[{topic}]]((this))!", "Thanks a lot for [[{topic}]]((the invoice))!"],
    ["Thank you for sending [[{topic}]]((this)).", "Thank you for your message[[ about {topic}]]."],
  ),
  offer: voices(
    ["Thank you very much for your offer.", "Thank you for your offer."],
    ["Thanks so much for the offer!", "Thank you for your offer, I really appreciate it."],
    ["Thank you for the offer.", "Thanks for your offer."],
    ["Thank you so much for the offer, I'm thrilled!", "Wow, thank you for this offer!"],
    ["Thank you for your offer and for the trust behind it.", "I am grateful for your offer; thank you."],
  ),
  invitation: voices(
    ["Thank you very much for the invitation[[ to {topic}]].", "Thank you for your kind invitation[[ to {topic}]]."],
    ["Thanks so much for the invite[[ to {topic}]]!", "Thanks for thinking of me!"],
    ["Thanks for the invitation[[ to {topic}]].", "Thank you for inviting me."],
    [
      "Thank you so much for the invitation[[ to {topic}]], how exciting!",
      "What a lovely invitation[[ to {topic}]], thank you!",
    ],
    [
      "Thank you so much for thinking of me; I was touched by your invitation.",
      "Your invitation means a lot to me, thank you.",
    ],
  ),
};

export type Stance = "accept" | "decline" | "more-time" | "propose-time" | "ask-details" | "acknowledge" | "open";

/** `{task}` is a verb phrase from the answerer's side ("send you the figures"); a bracket is a blank for the user. */
export const requestLines: Record<"accept" | "decline" | "more-time" | "ask-details" | "open", Voices> = {
  accept: voices(
    ["I will {task}."],
    ["Sure, I'll {task}."],
    ["I'll {task}."],
    ["Absolutely, I'd be happy to {task}!"],
    ["Of course, I will gladly {task}."],
  ),
  decline: voices(
    ["Unfortunately, I am not able to {task}."],
    ["I'm afraid I can't {task} this time."],
    ["I can't {task}."],
    ["I wish I could, but I can't {task} this time!"],
    ["I am sorry that I cannot {task}; I know you were counting on it."],
  ),
  "more-time": voices(
    ["I will need some more time to {task}. I expect to do so by [date]."],
    ["I need a bit more time to {task}. Would [date] be okay?"],
    ["I need until [date] to {task}."],
    ["I'd love to {task}, and I just need until [date]!"],
    ["I want to do this properly for you, so I need until [date] to {task}."],
  ),
  "ask-details": voices(
    ["Before I {task}, could you tell me [your question]?"],
    ["Before I {task}, quick question: [your question]?"],
    ["Before I {task}: [your question]?"],
    ["I'm keen to {task}! First, could you tell me [your question]?"],
    ["I would like to {task} in the way that helps you most; could you tell me [your question]?"],
  ),
  open: voices(
    ["I will {task} [confirm or change]."],
    ["I'll {task} [confirm or change]."],
    ["I'll {task} [confirm or change]."],
    ["I'd be happy to {task} [confirm or change]!"],
    ["I will gladly {task} [confirm or change]."],
  ),
};

/** For what may not be promised by one click. */
export const openRequestLines: Voices = voices(
  ["About your request to {task}: [your answer]."],
  ["About your request to {task}: [your answer]."],
  ["Your request to {task}: [your answer]."],
  ["About your request to {task}: [your answer]!"],
  ["I have read your request to {task}: [your answer]."],
);

export const timeLines: Record<"accept" | "decline" | "propose-time" | "open", Voices> = {
  accept: voices(
    ["{When} works well for me."],
    ["{When} works great for me."],
    ["{When} works."],
    ["{When} is perfect, I can't wait!"],
    ["{When} suits me well, thank you for arranging it."],
  ),
  decline: voices(
    ["Unfortunately, {when} does not work for me. Would [another time] suit you?"],
    ["I'm afraid {when} doesn't work for me. How about [another time]?"],
    ["{When} doesn't work. [Another time]?"],
    ["Oh no, I can't make {when}! Could we do [another time] instead?"],
    ["I am sorry, {when} is difficult for me. Would [another time] be all right for you?"],
  ),
  "propose-time": voices(
    ["Would it be possible to meet at [another time] instead of {when}?"],
    ["Could we do [another time] instead of {when}?"],
    ["[Another time] instead of {when}?"],
    ["I'd love to, and [another time] would be even better for me than {when}!"],
    ["If it is not too much trouble, could we meet at [another time] instead of {when}?"],
  ),
  open: voices(
    ["{When} [works / does not work] for me."],
    ["{When} [works / doesn't work] for me."],
    ["{When} [works / doesn't work]."],
    ["{When} [works / doesn't work] for me!"],
    ["{When} [works / does not work] for me, and thank you for suggesting it."],
  ),
};

/** `{question}` is a thing ("the deadline") or an indirect question ("whether I can come"); `{quote}` the question as it was asked. */
export const questionLines: Record<"thing" | "clause" | "quoted", Voices> = {
  thing: voices(
    ["Regarding {question}: [your answer].", "As for {question}: [your answer]."],
    ["As for {question}: [your answer].", "About {question}: [your answer]."],
    ["{Question}: [your answer]."],
    ["About {question}: [your answer]!", "And {question}: [your answer]!"],
    [
      "You asked about {question}, and I am glad to answer: [your answer].",
      "Concerning {question}, here is my answer: [your answer].",
    ],
  ),
  clause: voices(
    ["You asked {question}: [your answer].", "To your question {question}: [your answer]."],
    ["You asked {question}: [your answer].", "You wanted to know {question}: [your answer]."],
    ["{Question}: [your answer]."],
    ["You wanted to know {question}: [your answer]!", "You asked {question}: [your answer]!"],
    [
      "I understand that you would like to know {question}: [your answer].",
      "You asked {question}, and I am glad to answer: [your answer].",
    ],
  ),
  quoted: voices(
    ["To your question “{quote}”: [your answer].", "You asked: “{quote}” [Your answer]."],
    ["You asked: “{quote}” [Your answer]."],
    ["“{quote}” [Your answer]."],
    ["You asked: “{quote}” [Your answer]!"],
    ["You asked: “{quote}” I am glad to answer: [your answer]."],
  ),
};

export const yesLines: Voices = voices(
  ["Yes, {answer}."],
  ["Yes, {answer}."],
  ["Yes, {answer}."],
  ["Yes, {answer}!"],
  ["Yes, of course: {answer}."],
);
export const noLines: Voices = voices(
  ["To your question “{quote}”: unfortunately not."],
  ["“{quote}” – I'm afraid not."],
  ["“{quote}” No."],
  ["“{quote}” – sadly not this time!"],
  ["“{quote}” – I am sorry, but no."],
);

export const closings: Record<Stance, Voices> = {
  accept: voices(
    ["Please let me know if you need anything else."],
    ["Shout if you need anything else."],
    [""],
    ["Let me know if there's anything else I can do!"],
    ["If anything else would help, please tell me."],
  ),
  decline: voices(
    ["Thank you for your understanding."],
    ["I hope that's okay."],
    ["Thanks for understanding."],
    ["I hope there'll be another chance!"],
    ["I hope you understand, and I am sorry for any disappointment."],
  ),
  "more-time": voices(
    ["Thank you for your patience."],
    ["Thanks for bearing with me!"],
    ["Thanks."],
    ["Thank you so much for your patience!"],
    ["Thank you for your patience; I do appreciate it."],
  ),
  "propose-time": voices(
    ["Please let me know what suits you."],
    ["Let me know what works for you."],
    ["Let me know."],
    ["I'm really looking forward to it!"],
    ["I am happy to adjust to whatever is easiest for you."],
  ),
  "ask-details": voices(
    ["Thank you in advance for the details."],
    ["Thanks!"],
    ["Thanks."],
    ["Thanks a million!"],
    ["Thank you for your help with this."],
  ),
  acknowledge: voices(
    ["Please let me know if there is anything I can do."],
    ["Talk soon."],
    [""],
    ["Talk soon!"],
    ["I am here if you need anything."],
  ),
  open: voices(
    ["Please let me know if you need anything else."],
    ["Let me know if you need anything else."],
    [""],
    ["I look forward to hearing from you!"],
    ["If anything is unclear, please tell me; I am glad to help."],
  ),
};

export const detailsRequest: Voices = voices(
  ["Could you give me some more details about {topic}? In particular, I would like to know [your question]."],
  ["Could you tell me a bit more about {topic}? I was wondering about [your question]."],
  ["Can you send more details about {topic}? [Your question]"],
  ["I'd love to hear more about {topic}! Could you tell me [your question]?"],
  [
    "So that I understand it properly, could you tell me a little more about {topic}? I was wondering about [your question].",
  ],
);

export const remedyBlank: Voices = voices(
  ["[What you will do about it, and by when.]"],
  ["Here's what I'll do: [what you will do, and by when]."],
  ["Next step: [what you will do, and by when]."],
  ["Here's what happens next: [what you will do, and by when]!"],
  ["To put this right, I will [what you will do, and by when]."],
);
export const invoiceBlank: Voices = voices(
  ["I will check the invoice and get back to you by [date]."],
  ["I'll check the invoice and get back to you by [date]."],
  ["I'll check the invoice by [date]."],
  ["I'll check the invoice and get back to you by [date]!"],
  ["I will check the invoice with care and get back to you by [date]."],
);
export const attendance: Record<"accept" | "decline" | "open", Voices> = {
  accept: voices(
    ["I am pleased to accept."],
    ["I'd love to come!"],
    ["I'll be there."],
    ["I'd absolutely love to come, count me in!"],
    ["I would be honored to be there."],
  ),
  decline: voices(
    ["Unfortunately, I will not be able to attend."],
    ["Sadly, I can't make it this time."],
    ["I can't make it."],
    ["I'm gutted that I can't make it!"],
    ["I am truly sorry that I cannot be there."],
  ),
  open: voices(
    ["I [will / will not] be able to attend."],
    ["I [can / can't] make it."],
    ["I [can / can't] attend."],
    ["I [can / can't] make it!"],
    ["I [will / will not] be able to be there."],
  ),
};

/** The second and later of several requests that are all answered alike. */
export const alsoLines: Record<"accept" | "open", Voices> = {
  accept: voices(
    ["I will also {task}."],
    ["I'll also {task}."],
    ["I'll also {task}."],
    ["I'll gladly {task}, too!"],
    ["I will also gladly {task}."],
  ),
  open: voices(
    ["I will also {task} [confirm or change]."],
    ["I'll also {task} [confirm or change]."],
    ["I'll also {task} [confirm or change]."],
    ["I'll gladly {task}, too [confirm or change]!"],
    ["I will also gladly {task} [confirm or change]."],
  ),
};

export const offerLines: Record<"accept" | "decline" | "open", Voices> = {
  accept: voices(
    ["I am pleased to accept it."],
    ["I'm happy to accept!"],
    ["I accept."],
    ["I'm absolutely delighted to accept!"],
    ["With real joy, I accept it."],
  ),
  decline: voices(
    ["I have decided not to accept it."],
    ["I've decided to say no this time."],
    ["I have decided not to accept it."],
    ["It wasn't easy, but I've decided to say no this time!"],
    ["It was not easy for me, but I have decided not to accept it."],
  ),
  open: voices(
    ["I have decided to [accept / decline] it."],
    ["I've decided to [accept / decline] it."],
    ["I [accept / decline]."],
    ["I've decided to [accept / decline] it!"],
    ["I have decided to [accept / decline] it."],
  ),
};
