import { termOfWord } from './word-form.js';

/** One line per set of near-synonyms. A claim that uses one matches a source that uses another. */
const SETS = `
cost costs price prices priced charge fee
buy bought acquire acquired purchase purchased acquisition
sell sold sale
big large huge great sizeable
small little tiny minor
begin began start started commence commenced launch launched
end ended finish finished conclude concluded terminate expire
rise rose increase increased grow grew climb climbed gain
fall fell decrease decreased decline declined drop dropped shrink shrank
show showed shown indicate indicated demonstrate demonstrated reveal revealed display
find found discover discovered
receive received get got obtain obtained awarded win earned
give gave given grant granted award awarded provide provided
need needs require requires required necessary
help assist assistance aid support
staff employees workers workforce personnel
company firm business corporation enterprise
client customer buyer
car vehicle automobile
house home residence
doctor physician
child children kid kids
film movie
buy purchase
build built construct constructed erected construction
make made produce produced manufacture manufactured create created
use used utilise utilize employ apply applied
live lives lived reside resides resided inhabit resident residents
die died death perish perished killed
dismiss dismissed fire fired sack sacked
fast quick rapid
show display
choose chose select selected pick picked
leave left depart departed
arrive arrived reach reached
keep kept retain retained store stored
stop stopped halt halted cease ceased
allow allowed permit permitted let
forbid forbidden ban banned prohibit prohibited
buyer purchaser
author writer
write wrote written author authored
lead led head headed chair chaired
leader head chief
ship vessel boat
storm tempest
near close
town city municipality
area region zone district
nation country state
usa america
uk britain
film movie picture
annual yearly
per each every
whole entire total overall
almost nearly
important significant key major
main primary principal chief
quickly rapidly fast
cause caused lead
result outcome consequence
danger risk hazard
illness disease sickness
medicine drug medication
patient patients
injure injured hurt wound wounded
attack assault
answer reply respond response
ask asked request requested
say said state stated tell told declare declared
think believe
include includes included contain contains contained comprise comprises comprising consist consists
own owns owned possess
join joined
locate located situated lies sits
famous known renowned
old ancient
new recent
modern contemporary
rich wealthy
poor
study research investigation
scientist researcher
test trial experiment
goal aim objective purpose
method approach technique
part portion section
number amount quantity
maximum max most
minimum min least
travel journey trip
passenger traveller traveler
money funds
pay paid payment
salary wage pay
job work employment position
boss manager
teacher instructor
student pupil
school
lawyer attorney
court tribunal
law statute legislation
rule regulation
agreement contract deal treaty
war conflict
peace
elect elected vote voted
quit resign resigned
appoint appointed name named
marry married wed
birth born
appear appeared
publish published release released issue issued
song track single
album record
singer vocalist
actor actress
role part character
game match
team side club squad
player
coach trainer
win won victory
lose lost defeat defeated
season
snow
rain rainfall
hot warm
cold cool
garbage waste trash rubbish
separate apart
split divide divided
combine combined merge merged
assist help
repair repaired fix fixed mend
damage damaged harm harmed
destroy destroyed ruin ruined
protect protected guard
safe secure
difficult hard
easy simple
wrong incorrect
right correct
error mistake fault
problem issue trouble
change changed alter altered modify modified
improve improved better
worsen worse
replace replaced substitute renew renewed renewal
remove removed delete deleted eliminate eliminated
add added
send sent ship shipped deliver delivered
sort sorted unsorted
delay delayed postpone postponed
cancel cancelled canceled
fund funded finance financed
reject rejected refuse refused decline declined
perform performed conduct conducted execute executed
establish established create created
occur occurred happen happened
external outside
internal inside
single one sole
planned elective scheduled
daily day
weekly week
monthly month
quarterly quarter
annual yearly annually year
fault defect flaw
inspect inspected inspection examine examined examination survey surveyed
check checked verify verified
tenant lessee renter
landlord lessor
supplier vendor
invoice bill
discount rebate reduction
deadline due
complain complained complaint
mandatory compulsory obligatory required
voluntary optional
permission consent approval authorisation authorization
approve approved authorise authorised authorize authorized
submit submitted lodge lodged
collect collected gather gathered
admit admitted allow allowed
obey comply complied follow followed
monitor monitored supervise supervised oversee oversaw
lack shortage
surplus excess
enough sufficient adequate
insufficient inadequate
previous prior earlier former
next following subsequent
final last
immediately straightaway
temporary interim
staff crew
guest visitor
pupil student
road street
lift elevator
flat apartment
storey floor
crack fissure
rust corrosion corroded
leak leaked seep
broken damaged defective faulty
tall high
wide broad
weigh weighs weight heavy heavier
length long
width wide
height high tall
depth deep
late delayed overdue
early premature
expensive costly
cheap inexpensive
lower reduce reduced cut
raise raised increase increased
exceed exceeded surpass surpassed
prove proven confirm confirmed
recommend recommended advise advised
propose proposed suggest suggested
decide decided decision resolve resolved
notify notified inform informed notice
close closed closing shut
extend extended prolong prolonged
insure insured insurance
repay reimburse reimbursed refund refunded
compensate compensation damages
fine penalty
theft stolen steal
accident crash collision
fire blaze
employee worker
hire hired recruit recruited employ employed
train trained training
holiday vacation leave
vote voted ballot
chairman chairwoman chair chairperson
deputy vice
lorry truck
petrol gasoline
shop store
ambience ambiance atmosphere vibe
`;

/** By term: the set that it is in, with itself. Null until first used; an answer without citations does not need it. */
let byTerm: ReadonlyMap<string, readonly string[]> | null = null;

function readSets(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const line of SETS.trim().split('\n')) {
    const terms = Array.from(new Set(line.split(' ').map(termOfWord)));
    for (const term of terms) {
      const known = found.get(term);
      // Most are in one set, which all of its terms share.
      const all = known ? known.concat(terms.filter((other) => !known.includes(other))) : terms;
      found.set(term, all);
    }
  }
  return found;
}

const setOf = (term: string): readonly string[] | undefined => (byTerm ??= readSets()).get(term);

/** Other terms for the same thing. */
export const synonymsOf = (term: string): readonly string[] =>
  setOf(term)?.filter((other) => other !== term) ?? [];

/** Whether two terms mean the same thing, or are the same. */
export const isAlike = (left: string, right: string): boolean =>
  left === right || setOf(left)?.includes(right) === true;
