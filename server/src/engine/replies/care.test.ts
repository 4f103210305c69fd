import { tones } from "@intellibox/contract/rules/choices";
import { expect, test } from "vitest";
import { draftReply, replyChoices, replyIntents } from "../builtin.ts";

const now = new Date("2026-11-16T09:00:00Z");
const stancesOf = (mail: string) => replyIntents(mail, now).map(({ stance }) => stance);

const frauds = [
  "Dear team,\n\nPlease note that our company has moved to a new bank. From this month on, kindly remit all outstanding invoices to the account below.\n\nBeneficiary: Northline Supplies\nIBAN: GB29 NWBK 6016 1331 9268 19\n\nPlease confirm that your records are updated.\n\nRegards,\nSarah Cole\nAccounts, Northline Supplies",
  "Hi, are you at your desk? I'm in a conference and can't take calls. I need you to pick up five Apple gift cards of 200 each for clients, scratch the back and send me the codes. I'll reimburse you by this evening. Can you do this now?\n\nDavid, CEO",
  "I need a favour and it has to stay between us until Thursday. We're closing an acquisition and the lawyers need the deposit of EUR 48,200 today. Can you handle it? I'll send the details as soon as you say yes.\n\nRegards,\nMarkus",
  "Hello,\n\nYour subscription to Norton LifeLock was renewed for $399.99. Invoice NL-88213 attached. If you did not authorise this, call +1 888 555 0199 within 24 hours.\n\nBilling team",
  "Hello friend,\n\nI have watched your profile. Our trading desk returns 3% per day, guaranteed. Send a first deposit of 500 USDT to the wallet below to lock in your seat: 0x9f2a1c... Shall I reserve a place for you?\n\nLena",
  "Hi Priya,\n\nI've changed banks recently and I'd like to have my direct deposit go to the new account before the next pay run. What do you need from me? Can you make it effective for this month?\n\nThanks,\nTom Becker",
  "Hey, could you please swap the account my salary goes into? New details: sort code 20-11-43, account 83920174. It'd be great if it was done before Friday. Cheers, Jon",
  "Your mailbox password expires today. To keep the same password click Keep My Password: http://mail-portal.example.net/keep. If you don't, you'll lose access to incoming mail.\n\nIT Helpdesk",
  "Your parcel is held at our depot because of an unpaid customs charge of 2.99. Please settle it here to have it delivered tomorrow: http://post-fee.example/pay",
  "Hi, it's Kevin from IT. I'm migrating your account tonight. You'll get a 6 digit code on your phone in a minute, please reply with it so that I can finish. Thanks",
  "I am the solicitor of the late Mr. James Holloway, who left 4.2 million with no heir. As you share his surname I propose to present you as next of kin. Kindly reply with your full name, address and a copy of your passport so we can proceed.",
  "Please send me the W-2s of all employees for the audit, as PDF, in one file. I need them before noon. Thanks, Karen (CFO)",
  "Hi Rohan,\n\nfurther to our call: the July statement is attached. One small thing, our Barclays account is being audited so we can't receive into it for now. Could you route this one through our HSBC account instead? I'll share the details once you confirm.\n\nMany thanks,\nEmma",
  "Hello, we sent you 3,200 by mistake instead of 320. Please return the difference of 2,880 by wire today, our accountant is upset. Can you do that?",
  "I recorded you with your webcam. You have 48 hours to transfer 1200 dollars in Bitcoin to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT or I send the video to all your contacts.",
  "Congratulations! You've been selected for our remote assistant role. We'll mail you a check to buy equipment; deposit it and forward the remainder to our vendor by Zelle. Are you happy to accept?",
  'You have a completed document to review and sign: "Settlement agreement". REVIEW DOCUMENT http://docu-sign.example.org/s/8821. Please approve by end of day.',
  "Hello this is Microsoft support. Your computer sends errors to our server. Please install AnyDesk and give us the 9 digit number so that we can fix. When is a good time?",
  "Can you send me your cell number? I need you to run a quick errand for me. Please confirm you're available.",
  "We accept your offer for the flat. To hold it, the deposit (EUR 1,900) must reach our agent's account by tonight, as other parties are interested. Can you confirm that you will transfer it?",
  "Please proceed with the attached PO and change the delivery address to 14 Dock Road, Unit 9. The terms are net 60. Can you ship by Friday?",
  "Hi, for the integration we need the admin username and the password of your mail server. Can you reply with them by tomorrow?",
  "I'm stuck in Lisbon, my bag was stolen. Could you lend me 900 via Western Union? I'll pay you back as soon as I'm home. Please say yes",
  "Hey it's mum, I lost my phone, this is my new number. Can you send me 800 pounds for rent today?",
  "Hi Rohan, I'm stuck at the airport. Could you give Sam 1,500 dollars until I am back?",
  "Are you in the office? Please send some money to the driver who is waiting downstairs.",
  "Please accept our apologies and confirm that the fault was on your side, so that our insurer can close the case.",
];

test.each(frauds)("fraud can only be verified, delayed or declined: %s", (mail) => {
  expect(stancesOf(mail)).toEqual(["verify", "more-time", "decline"]);
  const declined = draftReply({ emailBody: mail, tone: "professional", stance: "decline", now }).reply;
  expect(declined).toContain("not able to do what you ask");
  expect(declined).not.toMatch(/https?:/);
});

// These have no word that gives them away: what they ask for is simply not on the list of what may be promised.
const subtle = [
  "Good morning Rohan, our finance department asked me to inform you that our old Deutsche Bank relationship ends this week. Going forward use the coordinates in the PDF for anything you owe us. Could you acknowledge? Thanks, Birgit",
  "Hi, send me your WhatsApp, I have something for you to take care of before my flight. Don't call, I'm boarding. - Alan",
  "Hi, invoice 20931 is 14 days late. To avoid interest can you get it over to us today? Same amount, only the bank is different as per attachment. Thanks, Lou",
  "I've put the contract in the secure portal. Please open it with your Office 365 login to read it before our 4pm call: https://portal.example.ru/c/1",
  "Your storage is at 99%. Upgrade free: http://quota.example/upgrade. Kindly act within 12 hours to avoid losing messages.",
  "My late husband left 7 million dollars and I need an honest partner to move it abroad. You keep 30%. Are you willing to help me?",
  "We are moving all suppliers to a new payment portal. Register your company with tax number and bank login here: http://sup.example",
  "I accidentally sent my login code to your phone, can you forward it to me please? Sorry! Tina",
  "Our charity helps the flood victims. Every gift counts. Could you give 50 today? Transfer to the account shown on our page.",
  "HR here. Please fill in the attached form with your social security number and home address for the new benefits by 5 pm.",
  "I lost my wallet in Rome. Can you help me out with 400 until Monday? I'd really appreciate it. Your cousin Sam",
  "Team appreciation day is on Friday and I want to surprise everyone with store vouchers. Can you get 10 of them this morning and mail me pictures of the backs? Keep it a surprise. Boss",
  "Please make the cheque out to Harbour Holdings rather than to us from now on. Could you take care of that?",
  "Please release the container to the driver of FastMove, plate BX 2231, he comes at noon. Can you confirm?",
  "Hi, can you add contractor.jane@gmail.com as an owner of the shared drive and give her admin rights today? Thanks, Pete",
  "We noticed that your VPN profile is outdated. Run the attached installer and reply done when finished. IT",
  "Could you set up a rule that forwards all invoices to ap-archive@outlook.com? Finance wants it.",
];
const promise =
  /\b(?:I will|I'll|happy to|gladly|sure|yes|absolutely|of course|before I|need (?:some|a bit) more time to|until \[date\] to)\b/i;

test.each(subtle)("nothing is promised that may do harm: %s", (mail) => {
  const offered = stancesOf(mail);
  expect(offered).toContain("verify");
  expect(offered).not.toContain("accept");
  for (const stance of [undefined, "accept", "yes", "more-time", "ask-details"])
    for (const tone of tones) {
      const text = draftReply({ emailBody: mail, tone, stance, now }).reply;
      const isVerified = /through a contact (?:that )?I already have/.test(text);
      const rest = text.replace(/[^.!]*\b(?:get back to you|check the invoice)\b[^.!]*[.!]/g, "");
      if (!isVerified) expect(rest, `${stance} ${tone}`).not.toMatch(promise);
    }
});

// In other wordings and languages.
const others = [
  "Hi, hope you're well. We've had some trouble with our usual account. Going forward could you use the details on the attached letterhead for the October balance? Thanks, Jan",
  "I'm tied up in a board meeting. Could you grab some Steam cards for the team, 4 x 100, and text me the codes?",
  "Could you settle our statement today? It's 3,410 and 20 days over.",
  "Please sign the attached waiver and return it today.",
  "Can you approve the attached timesheet for the contractor and release the funds?",
  "Kindly accept full responsibility in writing so our insurer can proceed.",
  "I need the 6-digit code that was just sent to your phone.",
  "Please share your Aadhaar and PAN for KYC update.",
  "Could you whitelist this domain and turn off MFA for my account? I'm locked out.",
  "Can you buy 3 iTunes vouchers? I'll refund you.",
  "We'd like you to confirm in writing that the delay was caused by your team.",
  "Please cancel the old standing order and set up a new one to the account in the PDF.",
  "Could you send me the list of all customers with their phone numbers?",
  "Please transfer the domain to our registrar, auth code to this address.",
  "Hola, ¿puedes comprar 5 tarjetas de Amazon y mandarme los códigos? Estoy en una reunión.",
  "Bonjour, pouvez-vous acheter des cartes Google Play et m'envoyer les codes ? Je suis en réunion, le directeur.",
  "Hallo, bitte kaufen Sie drei Amazon-Gutscheine zu je 100 Euro und schicken Sie mir die Codes. Der Chef",
  "Olá, preciso que compre 4 cartões Google Play e me envie os códigos agora.",
  "Por favor, actualice nuestros datos: la nueva cuenta está en el PDF adjunto.",
  "Bitte aktualisieren Sie unsere Bankdaten gemäß Anhang.",
  "Veuillez mettre à jour nos coordonnées de paiement selon le document joint.",
  "Por favor, atualize os nossos dados de pagamento conforme o anexo.",
  "कृपया अपना ओटीपी तुरंत भेजें, नहीं तो खाता बंद हो जाएगा।",
  "Bitte bestätigen Sie schriftlich, dass der Fehler bei Ihnen lag.",
  "Merci de confirmer par écrit que l'erreur vient de votre équipe.",
  "Les pedimos que reconozcan por escrito que la culpa fue suya.",
  "Pedimos que reconheçam por escrito que a culpa foi vossa.",
  "Kripya likh kar de dijiye ki galti aapki thi.",
  "Please issue a credit note of 420 for the damaged pallets.",
  "We expect you to cover the cost of the replacement. Please confirm by Friday.",
];

test.each(others)("money, access and admissions are offered for verification, never agreed to: %s", (mail) => {
  expect(stancesOf(mail)).toContain("verify");
  expect(stancesOf(mail)).not.toContain("accept");
});

// The sender cannot be verified, so the mail gets a warning instead of answers.
const phishing = [
  'Anita Rao shared a document with you.\n\n"Q3 salary review.xlsx"\n\nOpen the document and sign in with your work e-mail to view it: https://docs-share.example-login.com/view\n\nThis link expires in 24 hours.',
  "HMRC: after the last annual calculation we have determined that you are eligible for a refund of 468.50 GBP. Submit your refund request with your card details here: http://hmrc.example.refunds/claim",
  "Your domain expires tomorrow. Renew at once to avoid losing it: http://renew.example/d",
  "Your account has been limited. Please re-validate your credentials here: http://x.example",
  "Sir aapka KYC expire ho gaya hai, please link par click karke details bhar do.",
  "Sie müssen Ihr Konto verifizieren, sonst wird es gesperrt. Klicken Sie hier.",
  "Votre colis est bloqué, payez 2,99 € ici : http://x.example",
  "Estimado cliente:\n\nSu tarjeta ha sido bloqueada. Verifique su identidad aquí: http://bn.example en 12 horas.",
  "Sehr geehrter Nutzer, Ihr Postfach wird morgen deaktiviert. Bestätigen Sie Ihre Anmeldung unter http://p.example.",
  "Dear user,\n\nyour mailbox has exceeded its limit. Please validate your mailbox at http://m.example within 24 hours.",
];

test.each(phishing)("phishing is never answered: %s", (mail) => {
  expect(replyChoices(mail, { from: "" }, now)).toEqual({ intents: [], noAnswer: { reason: "fraud" } });
  expect(draftReply({ emailBody: mail, tone: "professional", now }).reply).toContain("looks like fraud");
  const accepted = draftReply({ emailBody: mail, tone: "professional", stance: "accept", now }).reply;
  expect(accepted).toMatch(/[ck]onta[ck]t/i);
});

const agreeable = [
  "Hi Rohan,\n\ncould we move our Tuesday meeting to Wednesday at 10am? I have a dentist appointment.\n\nThanks,\nMaya",
  "Hello,\n\ncould you send me the sales report for October by Thursday? I need it for the board deck.\n\nBest,\nIlya",
  "Hey, lunch on Friday? There's a new Thai place near the office.",
  "Dear Ms Kim,\n\nthank you for applying. We would like to invite you to an interview on Monday 23 November at 14:00 by video. Does that work for you?\n\nHR, Brightfield",
  "Please review the attached draft of the onboarding guide and let me know your comments by next Wednesday.",
  "Hi Rohan, meet Clara, who leads design at Fern. I thought you two should talk. Over to you!",
  "Hi all, let's meet on Thursday at 11am. Join Zoom: https://zoom.us/j/123 Passcode: 991122. Does that work? Nina",
  "Hi, could you send me a quote for 20 chairs? Our budget is $2,000.\nThanks, Ola",
  "Could you send me the slides about the 5 million euros project by Friday?",
  "Hi Rohan, could you review the draft here: https://docs.google.com/document/d/1 and comment by Friday? Thx",
  "Please work from home on Friday, the office is being painted.",
  "Would you like to come to dinner on Saturday at 7pm? Karla is cooking.",
  "The export button is not working in Firefox since yesterday. Could you have a look?",
  "Could you write me a reference for my application to Leeds by 1 December?",
  "Could you call me when you have a minute? It's about the conference agenda.",
  "I'm your new account manager at Fern. Could we have a short call next week on Tuesday at 3pm?",
  "Please send the slides for Monday to Mia, and bring the printed handouts.",
  "Could you interview a candidate on Wednesday at 2pm? CV attached.",
  "We need to decide on the venue. Hall A is 1,200 EUR, Hall B 900 EUR. Please vote by tomorrow noon.",
  "We changed our logo! Have a look at our new website.",
  "Attached are the minutes of the meeting. Please let me know of corrections by Friday.",
  "Monday is a bank holiday, so the office moved the stand-up. Could you join on Tuesday at 9 instead?",
  "We added password-less sign-in to our product, release notes attached. Could you test it this week?",
];

test.each(agreeable)("a harmless request can be agreed to: %s", (mail) => {
  expect(stancesOf(mail)).toContain("accept");
});

const plain = [
  "Thank you so much for your help yesterday, the presentation went really well!\n\nAnna",
  "Hi,\n\ndoes your product support single sign-on with Okta? And what does the Pro plan cost per seat?\n\nRegards,\nJules",
  "Just to let you know that delivery of the chairs is delayed by two days, they will arrive on Thursday. Sorry for the trouble. Is somebody there to receive them?",
  "I ordered a blue lamp and got a green one. I'm quite disappointed. What can you do?",
  "Please find attached the receipt for your payment of March. No action is needed.\n\nKind regards",
  "Hi, I'd like to take the week of 7 December off. Is that OK with you?",
  "Thanks a lot for the quick payment!\nVera",
  "How much would 50 licences cost? And can we pay by invoice?",
  "We would like to hire the hall on 12 June. What is the fee, and is the 150 pound deposit refundable?",
  "Guten Tag,\n\nauf der Rechnung 771 steht eine Anfahrt von 65 €. Wie kommt sie zustande? Bis wann muss ich zahlen?",
  "Bonjour,\n\nvotre devis s'élève à 2 400 €. Le transport est-il compris ? Est-il possible de payer en deux fois ?",
  "Bom dia,\n\no orçamento de 950 € inclui a pintura? Podemos pagar metade no início?",
  "नमस्ते,\n\nबिल 45 में 12,000 रुपये लिखे हैं। क्या यह सही है? नया बिल कब मिलेगा?",
];

test.each(plain)("harmless mail is not suspected: %s", (mail) => {
  expect(stancesOf(mail)).not.toContain("verify");
});

test("a reply affirms only harmless questions beside a request", () => {
  const mail = "Could you send me the sales report? Are you fine with our new supplier? Do you have the agenda?\nIlya";
  const text = draftReply({ emailBody: mail, tone: "professional", stance: "accept", now }).reply;
  expect(text).toContain("I will send you the sales report.");
  expect(text).toContain("Yes, I have the agenda.");
  expect(text).not.toContain("Yes, I am fine");
});
