/**
 * The most common terms of English text besides stop words, most common first, as stemmed by `lightStem`. Taken from
 * the passages that scripts/train-support.mjs learns from. Common terms say little about whether a source supports a
 * claim.
 */
const TERMS = `
tim lik use first new get includ mak work well used look kind stat year american need now peopl real plai mad
good great using want tak much thing know even part mean group high studi informat unit someth follow mani
found help way bas sit day back last start number chang think water right see film nam known set still littl
long data liv show best provid world second plac gam go increas lov easi different another end small caus star
servic receiv find patient significant result form call top order say try product better larg cas citi keep
born put area old direct associat current problem seri several giv got going seem system requir hold age
review rat open level lot countri post run record hom compar featur siz said whit recent thank report feel car
everi typ creat produc black releas next mov support hand clean read perform point personal often never lif
sid major complet hous among third exampl design ear becom compani later relat buy add total consider national
issu food measur purchas less shar week fre similar fami against team turn enough control interest experienc
member bit main process locat parti abl woman rol titl full perfect pric usual term test far question month
alwai model big bought common young lead lin remain singl diseas collect stand allow air low light populat
whether animal human player higher qualiti clos health friend onc bodi differenc anyon season nic plan guy
previous rang actual return red let build stor present original period thought develop hard cam short serv
women appear ask least left event stori determin histori either person recommend green heat local pretti
children public school els men lower contain leav continu tri blu fit anyth power becam sourc effect awai
primari tell together sign program television identifi amount accord operat certain onlin idea analysi list
positiv hop wear book death availabl risk important rock polici describ decid across music ever publish todai
valu along room center dat forc cup address watch various cover business girl front link object hot alreadi
yet universiti written item account fin given meta government stag energi took offer reason job went research
spac video band color handl happen updat walk clinical cut communiti stai english cell piec north outsid quick
john market figur pictur york south individual possibl factor purpos win expect award material improv head
believ night websit function cook lat seen contact plant probab coupl infection british treatment addition
remov occur decreas quit specific development reach everyth wid especial heavi official performanc shirt past
sometim centuri user particular professional leagu international computer album began carri happi respons dog
stop learn access monei street linkremov box cost ago regard virus replac break view cours evaluat act talk
law content novel action investigat drama strong limit kitchen bottom someon method aim fall refer imag
activiti instead establish visit potential field respectiv check sound suggest author scor pass email boy
medical weight involv track whol understand former plastic join train hit longer career bad machin middl
amazon park subject region impact surfac offic hospital search west art normal character mayb estimat america
actor practic behind metal pag begin clear sell pick fact match wait assess rather privaci advanc social
student insid president screen focus east director styl averag bring won largest standard negativ futur
producer song independent noth regular sav matter network fan entir notic held host conduct reduc tabl
temperatur vs send obtain sport tru fill condition pop glass scienc everyon brown mark ice position
environment protect studio finish version king jam fac pay debut wish initial word properti hey led bar option
cross edit relationship earth abiliti separat central taken simpl affect upon rul exist devic deal media
toward co mass comment enter cool writ project coffe request half worth outcom oh hour colleg stick older
special treat tool web concern popular influenc generat defin eat multipl land political paper solid attempt
mind class trad appreciat drop relativ french died wall production meet comedi child ii technologi scen singer
sal successful wif blood larger william wash enjoi european sampl wonder miss choos ship femal characteristic
mal confirm board detail island rest effectiv rank cold choic floor app window ground collection mix status
element mother highest pan indicat travel kill languag pull myself represent department scal fast key greater
structur driv brand goe critical difficult organism heart success card consist drink substanc sever despit
cultur soon rais shap stuf smaller select physical press typical london step pressur mention nat articl
challeng self http varieti combin saf announc china dai definit decision messag modern adult length survival
observ evidenc grow ball www artist town built organizat actress setting gain mid cannot father liquid parent
demonstrat western bag warm hi kingdom goal fir bowl pre europ achiev lid edg throughout industri extrem tv
resourc participat poor natural text detect simp shop prevent examin customer retrospectiv claim england extra
protein fix manag cod benefit educat okai management river correct push spend dark target hear annual chemical
arriv saw surgeri readi approach advic hug gav fil baseball expensiv winter adjust click worldwid mail
economic wrong necessari privat communicat football prior yeah tre fun cooki commercial except dress charg
told remember credit symptom otherwis movi trial super lost displai activ phon capital deep frequent themselv
arm episod survei easier guess doubl counter shown movement traditional kid prefer analyz cancer partner
transfer sort direction global
`;

/** Null until first used; an answer without citations does not need it. */
let ranks: ReadonlyMap<string, number> | null = null;

const readRanks = () =>
  new Map(
    TERMS.trim()
      .split(/\s+/)
      .map((term, index) => [term, index]),
  );
const LIGHTEST = 0.35;

/** How much a term tells, whatever the source: 1, and less for common ones. */
export function rarityOf(term: string): number {
  ranks ??= readRanks();
  const rank = ranks.get(term);
  if (rank === undefined) return 1;
  return LIGHTEST + (1 - LIGHTEST) * (Math.log(rank + 2) / Math.log(ranks.size + 2));
}
