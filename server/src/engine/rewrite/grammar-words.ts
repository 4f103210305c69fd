import type { PhrasePairs } from "./replace-phrases.ts";

const pairs = (list: string): PhrasePairs =>
  list
    .trim()
    .split(/\s*\n\s*|\s*;\s*/)
    .map((entry) => {
      const [wrong = "", right = ""] = entry.split(">");
      return [wrong.trim(), right.trim()];
    });

/** Words that are no English word in this spelling. */
export const misspelled: PhrasePairs = pairs(`
  teh>the; adn>and; taht>that; thsi>this; wich>which; whcih>which; becuase>because; becasue>because; beacuse>because; recieve>receive
  recieved>received; recieving>receiving; reciept>receipt; beleive>believe; acheive>achieve; thier>their; freind>friend; wierd>weird
  seperate>separate; seperately>separately; definately>definitely; definitly>definitely; occured>occurred; occuring>occurring
  untill>until; tommorow>tomorrow; tomorow>tomorrow; tommorrow>tomorrow; accomodate>accommodate; accomodation>accommodation
  adress>address; adresses>addresses; alot>a lot; arguement>argument; atleast>at least; begining>beginning; buisness>business
  calender>calendar; comittee>committee; commited>committed; concious>conscious; convinient>convenient; enviroment>environment
  existance>existence; familar>familiar; finaly>finally; foriegn>foreign; fourty>forty; goverment>government; grammer>grammar
  garantee>guarantee; guarentee>guarantee; happend>happened; immediatly>immediately; independant>independent; infomation>information
  intrested>interested; knowlege>knowledge; libary>library; maintainance>maintenance; managment>management; neccessary>necessary
  necesary>necessary; noticable>noticeable; ocasion>occasion; oppurtunity>opportunity; oportunity>opportunity; payed>paid
  persue>pursue; posible>possible; prefered>preferred; prefering>preferring; priviledge>privilege; probaly>probably
  proffesional>professional; profesional>professional; publically>publicly; realy>really; recomend>recommend; recomended>recommended
  reccomend>recommend; refered>referred; refering>referring; relevent>relevant; responsability>responsibility; shedule>schedule
  scedule>schedule; sincerly>sincerely; succesful>successful; successfull>successful; suprise>surprise; truely>truly; usefull>useful
  usualy>usually; wether>whether; writting>writing; writen>written; yesturday>yesterday; availible>available; avaliable>available
  availble>available; attachement>attachment; attachements>attachments; atached>attached; appologize>apologize
  appologise>apologise; confim>confirm; delievery>delivery; delivary>delivery; discribe>describe; doccument>document
  documnet>document; explaination>explanation; folow>follow; greatful>grateful; hapy>happy; improvment>improvement; invoce>invoice
  meetting>meeting; occassion>occasion; paymet>payment; quaterly>quarterly; questoin>question; questionaire>questionnaire
  remeber>remember; remmber>remember; responce>response; sugest>suggest; sugestion>suggestion; thankyou>thank you; thnaks>thanks
  thansk>thanks; togehter>together; transfered>transferred; waranty>warranty; wendesday>Wednesday; wensday>Wednesday
  dont>don't; doesnt>doesn't; didnt>didn't; isnt>isn't; arent>aren't; wasnt>wasn't; werent>weren't; havent>haven't; hasnt>hasn't
  hadnt>hadn't; wouldnt>wouldn't; couldnt>couldn't; shouldnt>shouldn't; cant>can't; im>I'm; ive>I've; youre>you're; youve>you've
  theyre>they're; weve>we've; thats>that's; whats>what's; theres>there's; lets us>let us`);

/** Words that are right alone but not together. */
export const wrongPhrases: PhrasePairs = pairs(`
  should of>should have; could of>could have; would of>would have; must of>must have; might of>might have; your welcome>you're welcome
  their is>there is; their are>there are; their was>there was; their were>there were; its been>it's been; its a>it's a; its an>it's an
  its not>it's not; its the>it's the; look forward to hear>look forward to hearing; looking forward to hear>looking forward to hearing
  look forward to meet>look forward to meeting; looking forward to meet>looking forward to meeting; i am agree>I agree
  discuss about>discuss; revert back>revert; reply back>reply; return back>return; more better>better; suppose to>supposed to
  use to be>used to be; informations>information; advices>advice; equipments>equipment; feedbacks>feedback; please advice>please advise
  could you advice>could you advise; did not went>did not go; didn't went>didn't go; did not came>did not come; didn't came>didn't come
  did not received>did not receive; didn't received>didn't receive; did not got>did not get; didn't got>didn't get
  have went>have gone; has went>has gone; have did>have done; between you and i>between you and me`);

/** Verbs that must agree with their subject. After an auxiliary ("does he have") the form is right. */
export const agreements: readonly (readonly [RegExp, string])[] = [
  [/\bI has\b/g, "I have"],
  [/\bI is\b/g, "I am"],
  [/(?<!\b(?:and|or) )\bI were\b(?! to\b)/g, "I was"],
  [/\b(We|we|They|they|You|you) was\b/g, "$1 were"],
  [/\b(We|we|They|they|You|you) has\b/g, "$1 have"],
  [/\b(We|we|They|they) is\b/g, "$1 are"],
  [
    /(?<!\b(?:does|did|do|will|would|can|could|should|shall|may|might|must|let|that|and|or) )\b(He|he|She|she|It|it) have\b/gi,
    "$1 has",
  ],
  [/\b(He|he|She|she|It|it) don(['’])t\b/g, "$1 doesn$2t"],
  [
    /\b(There|there) is (two|three|four|five|six|seven|eight|nine|ten|many|several|some|\d{2,}|[2-9]) (?=\p{L}+s\b)/gu,
    "$1 are $2 ",
  ],
  [
    /\b(There|there) was (two|three|four|five|six|seven|eight|nine|ten|many|several|\d{2,}|[2-9]) (?=\p{L}+s\b)/gu,
    "$1 were $2 ",
  ],
];

/** "may", "march" and "sat" are also other words. */
export const days =
  "monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december".split(
    " ",
  );
