// Words at the beginning of a clause that look like the name of a task's owner.

/** A word of agreement, mood or greeting before a comma is no owner: "Great, go ahead", "Hey, could you …". */
const interjection =
  /^(?:Great|Hey|Perfect|Cool|Fine|Good|Lovely|Excellent|Brilliant|Wonderful|Super|Fantastic|Awesome|Right|Alright|Morning|Afternoon|Evening|Oh|Ah|Hm+|Wow|Thx|Ta|Cheers|Agreed|Done|Understood|Noted|Absolutely|Exactly|Correct|True|Yep|Yeah|Yup|Nope|Congratulations|Congrats|Welcome|Bye|Apologies|Guys|Folks|Friends|Colleagues|Sir|Madam|Ladies|Gentlemen|Honestly|Frankly|Actually|Basically|Hopefully|Obviously|Ideally|Alternatively|Instead|Still|Yet|Anyway|Anyhow|Besides|Plus|Or|Deal|Gentle|Quick|Friendly|Guess|Look|Listen|Namaste|Dears?|Everybody)(?:\s|$)/;

const notAName =
  /^(?:The|This|That|These|Those|It|There|Here|He|She|They|We|You|I|If|When|What|Who|Where|How|Why|Our|Your|My|His|Her|Their|A|An|Next|Also|And|But|So|Then|Please|Note|Thanks|Sorry|Hi|Hello|Dear|Today|Tomorrow|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Everyone|All|Team|Yes|No|Sure|Ok|Okay|As|In|On|At|For|From|To|With|Once|After|Before|Let|Just|Re|Fwd|Subject|Update|Reminder|Action|Customers?|Clients?|Nobody|Someone|Anyone|Whoever|Some|Most|Many|Both|Each|Every|Nothing|Everything|Things?|People|Payments?|Meetings?|Details?|Agenda|Status|Location|Time|Date|When|Deadline|Again|Meanwhile|Finally|Lastly|First|Firstly|Second|Secondly|Third|Otherwise|Therefore|Separately|Importantly|Urgent|Important|Question|Request|Task|Step|Btw|Fyi|FYI|PS|NB|Sorry|Well|Now|Tonight|Afterwards|Later|However|Additionally|Furthermore|Moreover|Unfortunately|Kindly|Could|Can|Would|Will|Should|Do|Does|Is|Are)(?:\s|$)/;

/** Whether a word with a capital names nobody. */
export const isNoOwner = (name: string) => notAName.test(name) || interjection.test(name);
