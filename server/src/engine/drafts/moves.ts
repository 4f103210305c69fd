import type { Tone } from "@intellibox/contract/rules/choices";

/** What a mail is for. */
export const draftKinds = [
  "meeting",
  "reschedule",
  "cancel",
  "follow-up",
  "payment",
  "apology",
  "thanks",
  "introduction",
  "status",
  "decline",
  "offer",
  "request",
  "complaint",
  "invitation",
  "congratulations",
  "sympathy",
  "leave",
  "application",
  "resignation",
  "announcement",
  "welcome",
  "reminder",
  "question",
  "absence",
  "general",
] as const;
export type DraftKind = (typeof draftKinds)[number];

type Voices = Record<Tone, string[]>;

/**
 * The moves of one kind of mail. Whole sentences only: `{topic}` is a noun phrase in the user's words ("our proposal"),
 * and nothing else is ever put inside a sentence, so every sentence reads as it was written here.
 */
export type Moves = {
  subject: { topic: string; bare: string };
  opening: Voices;
  /** The opening where no topic could be read from the user's words. */
  bare: Voices;
  ask: Voices;
};

const voices = (
  professional: string[],
  friendly: string[],
  concise: string[],
  enthusiastic: string[],
  empathetic: string[],
): Voices => ({ professional, friendly, concise, enthusiastic, empathetic });

export const moves: Record<DraftKind, Moves> = {
  meeting: {
    subject: { topic: "Meeting: {topic}", bare: "Meeting request" },
    opening: voices(
      ["I would like to arrange a meeting about {topic}.", "I am writing to propose a meeting to discuss {topic}."],
      ["Could we find some time to talk about {topic}?", "It would be good to sit down together about {topic}."],
      ["Can we meet about {topic}?", "I'd like to meet about {topic}."],
      [
        "I'd love to get together and talk about {topic}!",
        "I'm looking forward to working through {topic} with you, so let's find a time to meet!",
      ],
      [
        "I know how full calendars can be, and I would be grateful for some of your time to talk about {topic}.",
        "I would value the chance to talk with you about {topic}, at a time that is comfortable for you.",
      ],
    ),
    bare: voices(
      ["I would like to arrange a meeting with you.", "I am writing to ask for a meeting."],
      ["Could we find some time to meet?", "It would be good to meet."],
      ["Can we meet?", "I'd like to set up a meeting."],
      ["I'd love to find a time for us to meet!", "Let's get a meeting in the calendar!"],
      [
        "I know how full calendars can be, and I would be grateful for some of your time.",
        "I would value the chance to talk with you, at a time that is comfortable for you.",
      ],
    ),
    ask: voices(
      [
        "Please let me know whether this suits you, or which time would be better.",
        "Could you confirm whether this works for you?",
      ],
      [
        "Does that work for you? If not, just send me a time that does.",
        "Let me know if that fits, and if it doesn't, we'll find another slot.",
      ],
      ["Does this work?", "Please confirm."],
      [
        "Let me know if that works, and I'll look forward to it!",
        "Tell me what time suits you best, and let's make it happen!",
      ],
      [
        "If this is not a good time for you, please say so; I am happy to fit around you.",
        "Please choose whatever is easiest for you, and I will adjust.",
      ],
    ),
  },
  reschedule: {
    subject: { topic: "Rescheduling {topic}", bare: "Request to reschedule" },
    opening: voices(
      ["I am writing to ask whether we could reschedule {topic}.", "Unfortunately, I need to reschedule {topic}."],
      ["I'm sorry to do this, but could we move {topic}?", "I'm afraid I need to move {topic} to another time."],
      ["I need to move {topic}.", "Can we reschedule {topic}?"],
      [
        "I'm still very keen on {topic}, but I need to move it to another time!",
        "I don't want to miss {topic}, so could we find a new time?",
      ],
      [
        "I am sorry for the change of plan, and I know it may be inconvenient: I need to reschedule {topic}.",
        "I realize that your time is precious, so I am sorry to ask whether we could move {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing to ask whether we could find another time.", "Unfortunately, I need to reschedule."],
      ["I'm sorry to do this, but could we find another time?", "I'm afraid I need to move our plans."],
      ["I need to reschedule.", "Can we find another time?"],
      [
        "I'm still looking forward to this, but I need to move it to another time!",
        "I'd hate to miss this, so could we find a new time?",
      ],
      [
        "I am sorry for the change of plan, and I know it may be inconvenient, but I need to reschedule.",
        "I realize that your time is precious, so I am sorry to ask for another slot.",
      ],
    ),
    ask: voices(
      ["Please let me know which time would suit you.", "Could you let me know what works for you?"],
      ["What would work for you?", "Let me know what suits you best."],
      ["Which time suits you?", "Please confirm a new time."],
      ["Tell me what works for you, and we're set!", "Send me a time that suits you, and I'll be there!"],
      ["Please choose what is easiest for you; I will make it work.", "I will gladly fit around whatever suits you."],
    ),
  },
  cancel: {
    subject: { topic: "Cancellation: {topic}", bare: "Cancellation" },
    opening: voices(
      ["I am writing to cancel {topic}.", "Please accept this message as notice that I would like to cancel {topic}."],
      ["I'm getting in touch because I need to cancel {topic}.", "I'm afraid I have to cancel {topic}."],
      ["Please cancel {topic}.", "I need to cancel {topic}."],
      [
        "I'm getting in touch because I need to cancel {topic}, and I'd be so glad of your help!",
        "It's a real pity, but I have to cancel {topic}!",
      ],
      [
        "I am sorry for any inconvenience this causes you: I need to cancel {topic}.",
        "I know this may not be welcome news, and I am sorry, but I have to cancel {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing to let you know that I need to cancel.", "I would like to cancel."],
      ["I'm afraid I have to cancel.", "I'm sorry, but I need to cancel."],
      ["I need to cancel.", "I have to cancel."],
      ["It's a real pity, but I have to cancel!", "I wish I had better news, but I need to cancel!"],
      [
        "I am sorry for any inconvenience this causes you, but I need to cancel.",
        "I know this may not be welcome news, and I am sorry, but I have to cancel.",
      ],
    ),
    ask: voices(
      ["Please confirm the cancellation in writing.", "Could you confirm that this has been done?"],
      ["Could you send me a quick confirmation?", "Just drop me a line to confirm, please."],
      ["Please confirm.", "A short confirmation is enough."],
      ["A quick confirmation would be great!", "Please send me a short confirmation when you can!"],
      [
        "When you have a moment, a short confirmation would be kind.",
        "I would be grateful for a short confirmation when it suits you.",
      ],
    ),
  },
  "follow-up": {
    subject: { topic: "Following up on {topic}", bare: "Following up" },
    opening: voices(
      ["I am writing to follow up on {topic}.", "I would like to follow up on {topic}."],
      ["I just wanted to check in about {topic}.", "I wanted to pick up where we left off with {topic}."],
      ["Following up on {topic}.", "A quick follow-up on {topic}."],
      ["I'm excited to follow up with you on {topic}!", "I couldn't wait to follow up with you on {topic}!"],
      [
        "I know you have a lot going on, so this is just a gentle follow-up on {topic}.",
        "I hope things are going well for you. I wanted to check in, without any pressure, about {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing to follow up with you.", "I would like to follow up with you."],
      ["I just wanted to check in.", "I wanted to pick up where we left off."],
      ["A quick follow-up.", "Following up."],
      ["I'm excited to follow up with you!", "I couldn't wait to follow up with you!"],
      [
        "I know you have a lot going on, so this is just a gentle follow-up.",
        "I hope things are going well for you. I wanted to check in, without any pressure.",
      ],
    ),
    ask: voices(
      [
        "Could you let me know where things stand on your side?",
        "I would appreciate an update when you have had a chance to consider it.",
      ],
      ["How are things looking on your side?", "Any thoughts so far? I'm happy to answer questions."],
      ["Where do things stand?", "Any update?"],
      ["I'd love to hear what you think!", "Do tell me how it looks from your side. I can't wait to hear!"],
      [
        "Whenever you are ready, I would be glad to hear your thoughts, and if you need more time, that is perfectly fine.",
        "If anything is holding you back, please tell me, and I will do what I can to help.",
      ],
    ),
  },
  payment: {
    subject: { topic: "Payment reminder: {topic}", bare: "Payment reminder" },
    opening: voices(
      ["I am writing about the payment of {topic}.", "This is a reminder about the payment of {topic}."],
      [
        "I hope all is well! This is a friendly reminder about the payment of {topic}.",
        "Just a quick note about the payment of {topic}.",
      ],
      ["Payment reminder: {topic}.", "A reminder about the payment of {topic}."],
      [
        "A quick and cheerful reminder about the payment of {topic}!",
        "Here is a quick, sunny reminder about the payment of {topic}!",
      ],
      [
        "I know how easily a payment can slip by, so this is a gentle reminder about the payment of {topic}.",
        "I hope you are well. I understand that things get busy, so I wanted to remind you gently about the payment of {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing about an outstanding payment.", "This is a reminder about an outstanding payment."],
      [
        "I hope all is well! This is a friendly reminder about an outstanding payment.",
        "Just a quick note about an outstanding payment.",
      ],
      ["Payment reminder.", "A reminder about an outstanding payment."],
      [
        "A quick and cheerful reminder about an outstanding payment!",
        "Here is a quick, sunny reminder about an outstanding payment!",
      ],
      [
        "I know how easily a payment can slip by, so this is a gentle reminder about an outstanding one.",
        "I hope you are well. I understand that things get busy, so I wanted to send you a gentle payment reminder.",
      ],
    ),
    ask: voices(
      [
        "Please arrange the payment at your earliest convenience. If it has already been made, please disregard this message.",
        "Could you let me know when we can expect the payment? If it is already on its way, please disregard this reminder.",
      ],
      [
        "Could you take a look when you get a chance? If you've already paid, just ignore this note, and thank you!",
        "Could you let me know when we can expect it? If it's already on its way, thank you, and please ignore this.",
      ],
      [
        "Please pay, or let me know when you will. If you already have, ignore this.",
        "Please let me know when it will be paid. If it already is, thank you.",
      ],
      [
        "If you could settle it soon, that would be fantastic! And if you already have, thank you so much!",
        "Getting this one settled would be wonderful, and if it's already done, thank you!",
      ],
      [
        "If there is any difficulty, please tell me, and we will find a solution together. If you have already paid, please disregard this message.",
        "If something stands in the way, I would be glad to talk it through with you. If it is already paid, please accept my thanks and ignore this note.",
      ],
    ),
  },
  apology: {
    subject: { topic: "Apologies for {topic}", bare: "With apologies" },
    opening: voices(
      ["I would like to apologize for {topic}.", "Please accept my apologies for {topic}."],
      ["I'm really sorry about {topic}.", "I owe you an apology for {topic}."],
      ["I apologize for {topic}.", "My apologies for {topic}."],
      [
        "I'm truly sorry about {topic}, and I want to put it right!",
        "I'm sorry about {topic}, and I'm determined to do better!",
      ],
      [
        "I am truly sorry for {topic}, and I understand how frustrating this must be for you.",
        "I can imagine the trouble that {topic} has caused you, and I am very sorry.",
      ],
    ),
    bare: voices(
      ["I would like to offer my apologies.", "Please accept my apologies."],
      ["I'm really sorry.", "I owe you an apology."],
      ["I apologize.", "My apologies."],
      ["I'm truly sorry, and I want to put this right!", "I'm sorry, and I'm determined to do better!"],
      [
        "I am truly sorry, and I understand how frustrating this must be for you.",
        "I can imagine the trouble this has caused you, and I am very sorry.",
      ],
    ),
    ask: voices(
      [
        "Thank you for your patience and understanding.",
        "If there is anything else I can do to put this right, please let me know.",
      ],
      ["Thanks for bearing with us.", "If there's anything I can do to make up for it, just tell me."],
      ["Thank you for your patience.", "Please tell me if anything is still open."],
      [
        "Thank you for your patience. I'm looking forward to making it up to you!",
        "If there's anything else I can do, tell me, and I'll get right on it!",
      ],
      [
        "If there is anything that would make this easier for you, please tell me.",
        "Thank you for your patience; I do not take it for granted.",
      ],
    ),
  },
  thanks: {
    subject: { topic: "Thank you for {topic}", bare: "Thank you" },
    opening: voices(
      ["Thank you very much for {topic}.", "I would like to thank you for {topic}."],
      ["Thanks so much for {topic}!", "I just wanted to say thank you for {topic}."],
      ["Thank you for {topic}.", "Many thanks for {topic}."],
      ["A huge thank you for {topic}!", "Thank you so, so much for {topic}!"],
      [
        "I am sincerely grateful for {topic}, and I wanted you to know how much it means to me.",
        "From the heart, thank you for {topic}.",
      ],
    ),
    bare: voices(
      ["I would like to express my thanks.", "I am writing to say thank you."],
      ["I just wanted to say thank you.", "Thanks so much!"],
      ["Thank you.", "Many thanks."],
      ["A huge thank you!", "Thank you so, so much!"],
      ["I am sincerely grateful, and I wanted you to know how much it means to me.", "From the heart, thank you."],
    ),
    ask: voices(
      ["I appreciate it very much.", "It is much appreciated."],
      ["It is very kind of you.", "I really appreciate it."],
      ["Much appreciated.", "I appreciate it."],
      ["You made my day!", "It means the world, truly!"],
      ["It meant a great deal, and I will not forget it.", "Your kindness has not gone unnoticed."],
    ),
  },
  introduction: {
    subject: { topic: "Introduction: {topic}", bare: "Introduction" },
    opening: voices(
      ["I would like to introduce {topic}.", "Allow me to introduce {topic}."],
      ["I'd like you to meet {topic}.", "I wanted to introduce {topic}."],
      ["Introducing {topic}.", "A short introduction: {topic}."],
      ["I'm thrilled to introduce {topic}!", "I'm so happy to introduce {topic}!"],
      [
        "I know how many new names come your way, so here is a short introduction of {topic}.",
        "It would mean a lot to me to introduce {topic}.",
      ],
    ),
    bare: voices(
      ["I would like to introduce myself.", "Please allow me to introduce myself."],
      ["I wanted to say hello and introduce myself.", "We haven't met yet, so I wanted to introduce myself."],
      ["A short introduction.", "I'd like to introduce myself."],
      ["I'm so happy to introduce myself!", "I'm thrilled to get in touch and introduce myself!"],
      [
        "I know how many new names come your way, so I will keep this introduction short.",
        "Thank you for taking a moment to let me introduce myself.",
      ],
    ),
    ask: voices(
      ["Please do not hesitate to get in touch with any questions.", "I would be glad to answer any questions."],
      ["Feel free to get in touch any time.", "Just reply if you have questions."],
      ["Happy to talk.", "Questions? Just reply."],
      ["I can't wait to see what comes of it!", "I'm really looking forward to hearing from you!"],
      [
        "If there is anything I can help you with, please reach out at any time.",
        "I would be glad to hear from you whenever it suits you.",
      ],
    ),
  },
  status: {
    subject: { topic: "Status update: {topic}", bare: "Status update" },
    opening: voices(
      ["Here is the current status of {topic}.", "I would like to update you on {topic}."],
      ["Here's a quick update on {topic}.", "I wanted to let you know how things are going with {topic}."],
      ["Status of {topic}:", "Update on {topic}:"],
      ["I'm happy to share the latest on {topic}!", "Here's the latest on {topic}!"],
      [
        "I know how much it helps to be kept informed, so here is where we are with {topic}.",
        "I want to keep you fully in the picture, so here is an update on {topic}.",
      ],
    ),
    bare: voices(
      ["Here is a short status update.", "I would like to give you an update."],
      ["Here's a quick update.", "I wanted to let you know how things are going."],
      ["Status update:", "A quick update:"],
      ["I'm happy to share the latest with you!", "Here's the latest!"],
      [
        "I know how much it helps to be kept informed, so here is where we are.",
        "I want to keep you fully in the picture, so here is a short update.",
      ],
    ),
    ask: voices(
      ["Please let me know if you have any questions.", "I will be glad to provide more detail if needed."],
      ["Shout if you have questions.", "Happy to go into detail if you'd like."],
      ["Questions welcome.", "Let me know if you need more."],
      ["Let me know what you think!", "Ask me anything about it!"],
      [
        "If any of this worries you, please tell me, and we will talk it through.",
        "If anything is unclear, I am glad to explain.",
      ],
    ),
  },
  decline: {
    subject: { topic: "About {topic}", bare: "My answer" },
    opening: voices(
      [
        "Thank you for {topic}. I regret that I have to decline.",
        "Thank you very much for {topic}. Unfortunately, I am unable to accept.",
      ],
      [
        "Thank you for {topic}! I'm afraid I have to say no this time.",
        "I really appreciate {topic}, but I'll have to pass.",
      ],
      ["Thank you for {topic}. I have to decline.", "I'm unable to accept {topic}, but thank you."],
      [
        "Thank you so much for {topic}! I'm sorry to say I can't accept this time.",
        "Thank you for {topic}, I'm honored! Sadly, I have to decline.",
      ],
      [
        "I am truly grateful for {topic}, which makes this hard to write: I have to decline.",
        "I am honored by {topic}, and I am sorry that I have to decline.",
      ],
    ),
    bare: voices(
      ["I regret that I have to decline.", "Unfortunately, I am unable to accept."],
      ["I'm afraid I have to say no this time.", "I'm sorry, but I'll have to pass."],
      ["I have to decline.", "I'm unable to accept."],
      [
        "I'm sorry to say I can't this time, but thank you so much for thinking of me!",
        "Sadly, I have to decline, but thank you!",
      ],
      [
        "This is hard to write, because I do not want to disappoint you, but I have to decline.",
        "I am sorry that I have to decline, and I hope you will understand.",
      ],
    ),
    ask: voices(
      ["Thank you for your understanding.", "I hope for your understanding, and I wish you every success."],
      ["I hope you understand.", "I hope we can find another occasion."],
      ["Thank you for understanding.", "All the best with it."],
      ["I hope there will be another chance!", "I'm wishing you the very best with it!"],
      [
        "I hope you will understand, and I am sorry for any disappointment.",
        "Thank you for your understanding; it means a lot to me.",
      ],
    ),
  },
  offer: {
    subject: { topic: "Our offer: {topic}", bare: "An offer for you" },
    opening: voices(
      ["I am pleased to offer you {topic}.", "I would like to make you an offer: {topic}."],
      ["I have something for you: {topic}.", "I'd like to offer you {topic}."],
      ["Our offer: {topic}.", "We can offer you {topic}."],
      ["I'm delighted to offer you {topic}!", "Great news: we have {topic} for you!"],
      [
        "I would like to make things easier for you, and so I am offering you {topic}.",
        "I would like to make things a little easier for you with {topic}.",
      ],
    ),
    bare: voices(
      ["I am pleased to make you an offer.", "I would like to present our offer to you."],
      ["I have an offer that may interest you.", "I'd like to make you an offer."],
      ["Here is our offer.", "Our offer in short:"],
      ["I'm delighted to make you an offer!", "I have great news for you: an offer!"],
      [
        "I would like to make things easier for you with an offer.",
        "I would like to make things a little easier for you.",
      ],
    ),
    ask: voices(
      ["Please let me know if you would like to take it up.", "I would be glad to answer any questions you may have."],
      ["What do you think? Just reply if you'd like it.", "Let me know if you're interested."],
      ["Interested?", "Please reply if you want it."],
      ["I'd love to hear your yes!", "Just say the word, and it's yours!"],
      [
        "There is no obligation at all; please take the time you need.",
        "If it does not fit your needs, tell me what would, and I will see what I can do.",
      ],
    ),
  },
  request: {
    subject: { topic: "Request: {topic}", bare: "A request" },
    opening: voices(
      ["I am writing to request {topic}.", "I would like to ask for {topic}."],
      ["I have a small favor to ask: {topic}.", "Could you help me with {topic}?"],
      ["I need {topic}.", "I'd like to ask for {topic}."],
      ["I'd be so happy if you could help me with {topic}!", "I have a request that I'm really keen on: {topic}!"],
      [
        "I know you have a lot to do, so I would be very grateful for your help with {topic}.",
        "I hope it is not too much trouble to ask you for {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing to you with a request.", "I would like to ask you for something."],
      ["I have a small favor to ask.", "Could you help me with something?"],
      ["A request:", "I need your help."],
      ["I have a request that I'm really keen on!", "I'd be so happy if you could help me with something!"],
      [
        "I know you have a lot to do, so I would be very grateful for your help.",
        "I hope it is not too much trouble to ask you for something.",
      ],
    ),
    ask: voices(
      ["Please let me know if you need anything further from me.", "I would appreciate your reply."],
      ["Thanks a lot for your help!", "Let me know if you need anything from me."],
      ["Thank you.", "Let me know if anything is missing."],
      ["Thank you so much, it would be a huge help!", "That would be absolutely wonderful!"],
      [
        "If this is not possible, please tell me frankly; I will understand.",
        "I appreciate any help you can give, in whatever time you need.",
      ],
    ),
  },
  complaint: {
    subject: { topic: "Complaint: {topic}", bare: "A complaint" },
    opening: voices(
      ["I am writing to complain about {topic}.", "I would like to raise a complaint about {topic}."],
      [
        "I wanted to let you know about a problem with {topic}.",
        "I'm getting in touch because I'm not happy with {topic}.",
      ],
      ["I have a complaint about {topic}.", "There is a problem with {topic}."],
      [
        "I was really disappointed by {topic}, and I know you can put it right!",
        "I know you can do better, and that is why I'm writing about {topic}!",
      ],
      [
        "I am sure this was not your intention, but I am unhappy with {topic}.",
        "I know mistakes happen, and I would still like to tell you about {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing to raise a complaint.", "I would like to raise a complaint."],
      ["I wanted to let you know about a problem.", "I'm getting in touch because I'm not happy with how things went."],
      ["I have a complaint.", "There is a problem."],
      [
        "I know you can do better, and that is why I'm writing!",
        "I was really disappointed, and I know you can put it right!",
      ],
      [
        "I am sure this was not your intention, but I am unhappy with how things went.",
        "I know mistakes happen, and I would still like to tell you about this one.",
      ],
    ),
    ask: voices(
      ["Please let me know how you intend to resolve this.", "I look forward to your proposal for a solution."],
      ["Could you look into it and let me know?", "I'd be glad if we could sort this out together."],
      ["Please fix this.", "How will you resolve this?"],
      ["I'm confident you can turn this around!", "I'd love to see this put right soon!"],
      [
        "I would be grateful if we could find a solution that is fair to both of us.",
        "Thank you for hearing me out, and for looking into it.",
      ],
    ),
  },
  invitation: {
    subject: { topic: "Invitation: {topic}", bare: "Invitation" },
    opening: voices(
      ["I would like to invite you to {topic}.", "It is my pleasure to invite you to {topic}."],
      ["We'd love to have you at {topic}.", "Would you like to come to {topic}?"],
      ["You are invited to {topic}.", "Please join us for {topic}."],
      ["You're invited to {topic}, and it won't be the same without you!", "I'm so excited to invite you to {topic}!"],
      [
        "It would mean a great deal to us to have you at {topic}.",
        "I would be so glad if you could be with us at {topic}.",
      ],
    ),
    bare: voices(
      ["I would like to invite you.", "It is my pleasure to invite you."],
      ["We'd love to have you with us.", "Would you like to join us?"],
      ["You are invited.", "Please join us."],
      ["You're invited, and it won't be the same without you!", "I'm so excited to invite you!"],
      ["It would mean a great deal to us to have you there.", "I would be so glad if you could be with us."],
    ),
    ask: voices(
      ["Please let me know whether you can attend.", "I would appreciate your reply so that we can plan accordingly."],
      ["Let me know if you can make it!", "Can you make it? I hope so!"],
      ["Can you come?", "Please reply either way."],
      ["Say yes! We can't wait to see you there!", "I really hope to see you there!"],
      [
        "If you cannot come, I will understand, and you will be missed.",
        "Please come only if it suits you; we would be very happy to see you.",
      ],
    ),
  },
  congratulations: {
    subject: { topic: "Congratulations on {topic}", bare: "Congratulations" },
    opening: voices(
      ["Congratulations on {topic}.", "Please accept my congratulations on {topic}."],
      ["Congratulations on {topic}! I'm really happy for you.", "What good news. Congratulations on {topic}!"],
      ["Congratulations on {topic}.", "Well done on {topic}."],
      [
        "Huge congratulations on {topic}! What fantastic news!",
        "Wow, congratulations on {topic}! You must be over the moon!",
      ],
      [
        "I am so happy for you: congratulations on {topic}. You have every reason to be proud.",
        "It warms my heart to congratulate you on {topic}.",
      ],
    ),
    bare: voices(
      ["Please accept my congratulations.", "I would like to congratulate you."],
      ["Congratulations! I'm really happy for you.", "What good news. Congratulations!"],
      ["Congratulations.", "Well done."],
      ["Huge congratulations! What fantastic news!", "Wow, congratulations! You must be over the moon!"],
      ["I am so happy for you. You have every reason to be proud.", "It warms my heart to congratulate you."],
    ),
    ask: voices(
      ["I wish you all the very best.", "I wish you all the best for what lies ahead."],
      ["Enjoy the moment!", "I hope you get to celebrate properly."],
      ["All the best.", "Very well deserved."],
      ["Here's to many more successes!", "Go and celebrate, you've earned it!"],
      ["I am glad to share in your joy.", "I hope you can take a moment to enjoy it."],
    ),
  },
  sympathy: {
    subject: { topic: "Thinking of you", bare: "Thinking of you" },
    opening: voices(
      [
        "I was sorry to hear about {topic}. Please accept my sincere sympathy.",
        "I would like to express my sympathy regarding {topic}.",
      ],
      ["I was so sorry to hear about {topic}.", "I heard about {topic}, and I'm thinking of you."],
      ["I am sorry to hear about {topic}.", "My sympathy regarding {topic}."],
      [
        "I was so sorry to hear about {topic}, and I'm sending you all my best wishes.",
        "I'm thinking of you after hearing about {topic}, and I'm sending you strength.",
      ],
      [
        "My heart goes out to you. I was deeply sorry to hear about {topic}.",
        "I was deeply sorry to hear about {topic}. I can only imagine how hard this is.",
      ],
    ),
    bare: voices(
      ["I was sorry to hear your news. Please accept my sincere sympathy.", "I would like to express my sympathy."],
      ["I was so sorry to hear your news.", "I'm thinking of you."],
      ["I am sorry to hear your news.", "My sympathy."],
      [
        "I'm sending you all my best wishes and a lot of strength.",
        "I'm thinking of you, and I'm sending you strength.",
      ],
      ["My heart goes out to you.", "I can only imagine how hard this is."],
    ),
    ask: voices(
      ["Please let me know if there is anything I can do.", "If I can be of any help, please tell me."],
      ["If you need anything at all, I'm here.", "I'm here if you want to talk."],
      ["If I can help, please tell me.", "I'm here if you need anything."],
      ["I'm here for you, whatever you need.", "If there's anything I can do, I'll be there."],
      [
        "Please be gentle with yourself, and take all the time you need.",
        "You do not need to answer; I only want you to know that I am here.",
      ],
    ),
  },
  leave: {
    subject: { topic: "Leave request: {topic}", bare: "Leave request" },
    opening: voices(
      ["I would like to request {topic}.", "I am writing to ask for {topic}."],
      ["I'd like to ask for {topic}, please.", "Would it be all right if I took {topic}?"],
      ["I'd like to take {topic}.", "I am requesting {topic}."],
      ["I'd love to take {topic}!", "I'm hoping to take {topic}, and I'd be very happy to have your okay!"],
      [
        "I know my absence means extra work for the others, so I would like to ask early for {topic}.",
        "I hope it does not put the team in a difficult position: I would like to ask for {topic}.",
      ],
    ),
    bare: voices(
      ["I would like to request some time off.", "I am writing to ask for leave."],
      ["I'd like to ask for some time off, please.", "Would it be all right if I took some time off?"],
      ["I'd like to take some time off.", "I am requesting leave."],
      ["I'd love to take some time off!", "I'm hoping to take some time off, and I'd be very happy to have your okay!"],
      [
        "I know my absence means extra work for the others, so I would like to ask early for some time off.",
        "I hope it does not put the team in a difficult position: I would like to ask for leave.",
      ],
    ),
    ask: voices(
      ["Please let me know whether you approve.", "Could you confirm whether this is possible?"],
      ["Let me know if that's okay with you.", "Does that work for you?"],
      ["Please confirm.", "Is this okay?"],
      ["Your okay would make my day!", "Let me know. I'd be so pleased!"],
      [
        "If the timing is difficult, please tell me, and we will find another way.",
        "I am glad to adjust if this causes trouble.",
      ],
    ),
  },
  application: {
    subject: { topic: "Application: {topic}", bare: "Application" },
    opening: voices(
      ["I would like to apply for {topic}.", "Please accept this message as my application for {topic}."],
      ["I'd like to apply for {topic}.", "I'd like to put my name forward for {topic}."],
      ["I am applying for {topic}.", "My application for {topic}."],
      ["I'm excited to apply for {topic}!", "I'd love to be considered for {topic}!"],
      [
        "I appreciate the time you take to read applications, and I would like to apply for {topic}.",
        "Thank you for considering my application for {topic}.",
      ],
    ),
    bare: voices(
      ["I would like to submit my application.", "Please accept this message as my application."],
      ["I'd like to apply to join you.", "I'd like to put my name forward."],
      ["My application in short:", "I am applying."],
      ["I'm excited to send you my application!", "I'd love to join you!"],
      ["I appreciate the time you take to read applications.", "Thank you for considering my application."],
    ),
    ask: voices(
      ["I would welcome the opportunity to discuss my application with you.", "I look forward to hearing from you."],
      ["I'd be glad to tell you more in a call.", "I hope to hear from you."],
      ["Happy to talk.", "I look forward to your reply."],
      ["I'd love to tell you more in person!", "I can't wait to hear from you!"],
      [
        "Thank you for your time and consideration.",
        "I know choosing is not easy, and I thank you for your consideration.",
      ],
    ),
  },
  resignation: {
    subject: { topic: "Resignation: {topic}", bare: "Resignation" },
    opening: voices(
      ["I am writing to resign from {topic}.", "Please accept this message as my formal resignation from {topic}."],
      [
        "I have some news to share: I have decided to leave {topic}.",
        "I wanted to tell you myself: I have decided to resign from {topic}.",
      ],
      ["I am resigning from {topic}.", "I hereby resign from {topic}."],
      [
        "I have big news to share: I have decided to resign from {topic}!",
        "A new chapter begins for me: I'm writing to resign from {topic}!",
      ],
      [
        "This was not an easy decision, and I wanted you to hear it from me: I am resigning from {topic}.",
        "I do not write this lightly, and I know it brings changes for you: I am resigning from {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing to give notice of my resignation.", "Please accept this message as my formal resignation."],
      [
        "I have some news to share: I have decided to move on.",
        "I wanted to tell you myself: I have decided to resign.",
      ],
      ["I am resigning.", "I hereby give notice."],
      ["I have big news to share: I have decided to resign!", "A new chapter begins for me: I'm writing to resign!"],
      [
        "This was not an easy decision, and I wanted you to hear it from me: I am resigning.",
        "I do not write this lightly, and I know it brings changes for you: I am resigning.",
      ],
    ),
    ask: voices(
      [
        "I would like to make the handover as smooth as possible.",
        "Please let me know how you would like to arrange the handover.",
      ],
      ["Let me know how I can make the handover easy.", "Thank you for everything."],
      ["Please let me know the next steps.", "How shall we arrange the handover?"],
      ["Thank you for everything!", "Tell me how I can help with the handover!"],
      [
        "Thank you for the trust you have placed in me.",
        "I know this brings extra work for you, and I would like to make the handover easy.",
      ],
    ),
  },
  announcement: {
    subject: { topic: "{topic}", bare: "Announcement" },
    opening: voices(
      ["I would like to inform you about {topic}.", "Please note the following about {topic}."],
      ["I have some news to share about {topic}.", "Here's some news about {topic}."],
      ["News about {topic}:", "Please note: {topic}."],
      ["I'm excited to share the news about {topic}!", "Big news about {topic}!"],
      [
        "I want you to hear this from me first, so here is what you should know about {topic}.",
        "I know that changes can raise questions, so I would like to tell you about {topic} in good time.",
      ],
    ),
    bare: voices(
      ["I would like to inform you of the following.", "Please note the following."],
      ["I have some news to share.", "Here's some news."],
      ["Please note:", "For your information:"],
      ["I'm excited to share some news!", "Big news!"],
      [
        "I want you to hear this from me first.",
        "I know that changes can raise questions, so I would like to tell you in good time.",
      ],
    ),
    ask: voices(
      ["Please let me know if you have any questions.", "I am available for any questions."],
      ["Let me know if you have questions.", "Just ask if anything is unclear."],
      ["Questions welcome.", "Let me know if anything is unclear."],
      ["Let me know what you think!", "I can't wait to hear your thoughts!"],
      [
        "If this raises any concerns for you, please talk to me.",
        "I am here for any questions or worries you may have.",
      ],
    ),
  },
  welcome: {
    subject: { topic: "Welcome to {topic}", bare: "Welcome" },
    opening: voices(
      ["Welcome to {topic}. We are pleased to have you with us.", "It is a pleasure to welcome you to {topic}."],
      ["Welcome to {topic}! It's great to have you with us.", "We're so glad you've joined {topic}."],
      ["Welcome to {topic}.", "Good to have you at {topic}."],
      [
        "Welcome to {topic}! We're absolutely thrilled to have you!",
        "A huge welcome to {topic}! It's wonderful to have you here!",
      ],
      [
        "A warm welcome to {topic}. We know that every start is a little daunting, and we are here to help.",
        "We are so glad that you are now part of {topic}, and we want you to feel at home.",
      ],
    ),
    bare: voices(
      ["Welcome. We are pleased to have you with us.", "It is a pleasure to welcome you."],
      ["Welcome! It's great to have you with us.", "We're so glad you're here."],
      ["Welcome.", "Good to have you with us."],
      ["Welcome! We're absolutely thrilled to have you!", "A huge welcome! It's wonderful to have you here!"],
      [
        "A warm welcome. We know that every start is a little daunting, and we are here to help.",
        "We are so glad that you are here, and we want you to feel at home.",
      ],
    ),
    ask: voices(
      ["Please let me know if you need anything.", "I look forward to working with you."],
      ["If you have questions, just ask.", "I'm looking forward to working with you."],
      ["Questions? Just ask.", "Let me know what you need."],
      ["I can't wait to see what we'll do together!", "Ask me anything, any time!"],
      [
        "Whatever you need in the first days, please ask; no question is too small.",
        "Take your time to settle in, and come to me with anything.",
      ],
    ),
  },
  reminder: {
    subject: { topic: "Reminder: {topic}", bare: "Reminder" },
    opening: voices(
      ["This is a reminder about {topic}.", "I would like to remind you of {topic}."],
      ["Just a friendly reminder about {topic}.", "A quick reminder about {topic}."],
      ["Reminder: {topic}.", "A reminder about {topic}."],
      ["A quick, cheerful reminder about {topic}!", "Don't miss it: here's a reminder about {topic}!"],
      [
        "I know how much you have on your mind, so here is a gentle reminder about {topic}.",
        "This is just a gentle reminder about {topic}, in case it slipped by.",
      ],
    ),
    bare: voices(
      ["This is a short reminder.", "I would like to send you a reminder."],
      ["Just a friendly reminder.", "A quick reminder."],
      ["Reminder:", "A reminder:"],
      ["A quick, cheerful reminder!", "Here's a friendly little reminder!"],
      [
        "I know how much you have on your mind, so this is only a gentle reminder.",
        "This is just a gentle reminder, in case it slipped by.",
      ],
    ),
    ask: voices(
      ["Thank you for taking care of it.", "Please let me know if anything stands in the way."],
      ["Thanks a lot!", "Let me know if you need anything from me."],
      ["Thank you.", "Thanks."],
      ["Thank you so much!", "You've got this!"],
      ["If you need more time or any help, please tell me.", "If anything is in the way, I am glad to help."],
    ),
  },
  question: {
    subject: { topic: "Question about {topic}", bare: "A question" },
    opening: voices(
      ["I have a question about {topic}.", "I would like to ask about {topic}."],
      ["I have a quick question about {topic}.", "I was wondering about {topic}."],
      ["A question about {topic}.", "Quick question about {topic}."],
      ["I'm really curious about {topic}!", "I'd love to know more about {topic}!"],
      [
        "I hope you do not mind my asking about {topic}.",
        "When you have a quiet moment, I would like to ask you about {topic}.",
      ],
    ),
    bare: voices(
      ["I have a question for you.", "I would like to ask you something."],
      ["I have a quick question for you.", "I was wondering about something."],
      ["A question:", "Quick question:"],
      ["I'm really curious about something!", "I'd love to know something!"],
      ["I hope you do not mind my asking.", "When you have a quiet moment, I would like to ask you something."],
    ),
    ask: voices(
      ["I would appreciate your answer.", "Thank you in advance for your help."],
      ["Thanks for your help!", "I'd be glad to hear from you."],
      ["Thank you.", "Thanks in advance."],
      ["I can't wait to hear from you!", "Thank you so much for your help!"],
      ["There is no rush at all; please answer whenever it suits you.", "Thank you for taking the time."],
    ),
  },
  absence: {
    subject: { topic: "Absence: {topic}", bare: "Absence" },
    opening: voices(
      ["I would like to let you know about {topic}."],
      ["I wanted to let you know about {topic}."],
      ["About {topic}:"],
      ["A quick heads-up about {topic}!"],
      ["I am sorry for the trouble this may cause you; this is about {topic}."],
    ),
    bare: voices(
      ["I would like to let you know as early as possible.", "I am writing to let you know in good time."],
      ["I wanted to let you know right away.", "Just a quick heads-up."],
      ["For your information:", "A quick heads-up:"],
      ["I wanted to tell you right away!", "A quick heads-up from me!"],
      ["I am sorry for the trouble this may cause you.", "I know this may be inconvenient, and I am sorry."],
    ),
    ask: voices(
      ["Thank you for your understanding.", "Please let me know if anything urgent comes up."],
      ["Thanks for understanding!", "Shout if something urgent comes up."],
      ["Thank you.", "Thanks for understanding."],
      ["Thanks so much for understanding!", "Thank you for having my back!"],
      [
        "I know this means extra work for others, and I am grateful for your understanding.",
        "Thank you for your patience and understanding.",
      ],
    ),
  },
  general: {
    subject: { topic: "{topic}", bare: "A short message" },
    opening: voices(
      ["I am writing to you about {topic}.", "I would like to get in touch about {topic}."],
      ["I wanted to drop you a line about {topic}.", "I'm getting in touch about {topic}."],
      ["This is about {topic}.", "A short note about {topic}."],
      ["I'm so happy to be writing to you about {topic}!", "I'm excited to get in touch about {topic}!"],
      [
        "I hope you are doing well. I wanted to write to you about {topic}.",
        "I hope all is well with you. I am writing about {topic}.",
      ],
    ),
    bare: voices(
      ["I am writing to share the following with you.", "I would like to share the following with you."],
      ["I wanted to drop you a line.", "I hope you're doing well."],
      ["In short:", "A short note:"],
      ["I'm so happy to be writing to you!", "I'm excited to get in touch!"],
      ["I hope you are doing well.", "I hope this message finds you in good spirits."],
    ),
    ask: voices(
      ["I look forward to hearing from you.", "Please let me know if you have any questions."],
      ["Let me know what you think.", "I'd be glad to hear from you."],
      ["Let me know.", "Please reply when you can."],
      ["I can't wait to hear from you!", "I'd love to hear what you think!"],
      [
        "Please take the time you need; I am glad to hear from you whenever it suits you.",
        "If there is anything you would like to talk about, I am here.",
      ],
    ),
  },
};

/** How a mail begins and ends in each voice; `{name}` is the recipient's name. */
export const frames: Record<Tone, { named: string[]; nameless: string[]; signOff: string[] }> = {
  professional: {
    named: ["Dear {name},"],
    nameless: ["Hello,", "Good day,"],
    signOff: ["Kind regards,", "Best regards,"],
  },
  friendly: {
    named: ["Hi {name},"],
    nameless: ["Hi there,", "Hi,"],
    signOff: ["Best wishes,", "All the best,", "Cheers,"],
  },
  concise: { named: ["{name},", "Hi {name},"], nameless: ["Hello,", "Hi,"], signOff: ["Regards,", "Best,"] },
  enthusiastic: {
    named: ["Hi {name}!", "Hello {name}!"],
    nameless: ["Hello!", "Hi there!"],
    signOff: ["Warmly,", "Cheers,", "Best wishes,"],
  },
  empathetic: {
    named: ["Dear {name},"],
    nameless: ["Hello,"],
    signOff: ["With warm regards,", "Warm regards,", "With kind regards,"],
  },
};
