#include "memory/index/stop_words.h"

namespace memory {
namespace {

// Question words are among them: what a question asks for is read by `question.h`, not matched as text.
constexpr std::string_view kEnglish =
    "a about above after again against ain't all also am an and any are aren't as at be because been before being "
    "below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done during each "
    "either else ever every few for from further get gets getting got had hadn't has hasn't have haven't having he "
    "he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if in into is "
    "isn't it it'd it'll it's its itself just let let's like many may me might mine more most much must mustn't my "
    "myself neither no nor not of off on once one only or other ought our ours ourselves out over own please quite "
    "rather really same shall shan't she she'd she'll she's should shouldn't since so some such than that that'd "
    "that'll that's the their theirs them themselves then there there's therefore these they they'd they'll they're "
    "they've this those though through thus till to too toward towards under unless until up upon us very via was "
    "wasn't we we'd we'll we're we've were weren't what what'd what'll what're what's whatever when when's whenever "
    "where where'd where's wherever whether which whichever while who who'd who'll who's whoever whom whose why why's "
    "will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself "
    "yourselves 'd 'll 'm 're 's 've n't s t";

constexpr std::string_view kGerman =
    "aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei "
    "beim bin "
    "bis bist bevor da dabei dadurch dafur dagegen daher damit danach dann dann daran darauf daraus darin daruber "
    "darum das dass davon "
    "dazu dein deine deinem deinen deiner deines dem den denen denn der deren des dessen dich die dies diese diesem "
    "diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einig einige einigem einigen einiger "
    "einiges einmal er es etwas euch euer eure eurem euren eurer eures fur gegen gewesen hab habe haben hat hatte "
    "hatten "
    "hattest hattet hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede "
    "jedem "
    "jeden jeder jedes jene jenem jenen jener jenes jetzt kann kannst kein keine keinem keinen keiner keines konnen "
    "konnte konnten konntest man manche manchem manchen mancher manches mein meine meinem meinen meiner meines mich "
    "mir mit muss "
    "musste mussten muss nach nachdem nein nicht nichts noch nun nur ob obwohl oder ohne sehr sein seine seinem seinen "
    "seiner seines "
    "seit selbst sich sie sind so solche solchem solchen solcher solches soll sollen sollte sollten sondern sonst uber "
    "um und uns unse unsem "
    "unser unsere unserem unseren unter viel viele vielen vieler vom von vor wahrend wann war waren warst warum was "
    "weil weiter welche "
    "welchem welchen welcher welches wem wen wenn wer werde werden wessen weshalb wie wieder wieso wieviel will wir "
    "wird wirst wo woher wohin wobei wodurch wofur "
    "womit woran worauf woraus worin woruber wovon wozu wollen wollte worden wurde wurden wird wurde wurden zu zum zur "
    "zwar "
    "zwischen gibt gab";

constexpr std::string_view kFrench =
    "a afin ai ainsi alors apres as au aucun aucune aupres auquel aussi autre autres aux auxquels avaient avais avait "
    "avant avec avez avons "
    "avoir ayant c car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci combien comme comment d dans "
    "de depuis des "
    "desquels dont donc du duquel durant elle elles en encore entre est et etaient etait etant ete etes etre eu eux "
    "fait faire font furent fut hors "
    "il ils j je jusqu jusque l la laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lorsqu lui m ma "
    "mais me meme "
    "memes mes moi moins mon n ne ni nos notre nous on ont ou par parce pas pendant peu peut peuvent plus plusieurs "
    "pour "
    "pourquoi pouvait qu quand que quel quelle quelles quels quelque quelques qui quoi quoique s sa sans sauf se selon "
    "sera seront ses si sinon soi soient soit "
    "sommes son sont sous suis sur t ta tandis tant te tel telle telles tels tes toi ton tous tout toute toutes tres "
    "tu un une vers "
    "voici voila vos votre vous y";

constexpr std::string_view kSpanish =
    "a adonde al algo algun alguna algunas alguno algunos ambos ante antes aquel aquella aquellas aquellos aqui asi "
    "aun aunque bajo "
    "bien cada casi como con contra cual cuales cualquier cuando cuanta cuantas cuanto cuantos de del desde donde dos "
    "durante e el "
    "ella ellas ello ellos en entonces entre era eran eras es esa esas ese eso esos esta estaba estaban estan estar "
    "estas "
    "este esto estos estoy fue fueron fui ha habia habian haber hace hacia han hasta hay he la las le les lo los mas "
    "me mi mia "
    "mientras mio mis mucha muchas mucho muchos muy nada ni ningun ninguna ninguno no nos nosotros nuestra nuestras "
    "nuestro "
    "nuestros o os otra otras otro otros para pero poco por porque pues que quien quienes se sea sean segun ser si "
    "sido "
    "siempre sin sino sobre son soy su sus suya suyo tal tambien tampoco tan tanta tanto te tenia tiene tienen toda "
    "todas todavia "
    "todo todos tras tu tus un una unas uno unos usted ustedes vosotros y ya yo";

constexpr std::string_view kItalian =
    "a abbia abbiamo ad agli ai al alcuni alcune alla alle allo allora altra altre altri altro anche ancora avere "
    "aveva avevano c che chi ci cio "
    "coi col come con contro cosa cosi cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello "
    "dentro di dopo dov dove due durante e "
    "ecco ed era erano essere e fa fra fu furono gia gli ha hanno ho i il in io l la le lei li lo loro lui ma mai me "
    "mentre mi mia mie "
    "miei mio molti molto ne negli nei nel nell nella nelle nello noi non nostra nostre nostri nostro o ogni oltre "
    "oppure per perche pero piu "
    "poco poi prima proprio qual quale quali quando quanta quante quanti quanto quei quegli quel quella quelle quelli "
    "quello questa "
    "queste questi questo qui sara se sei senza si sia siamo siano sono sopra sotto sta stata stati stato su sua sue "
    "sugli "
    "sui sul sull sulla sulle sullo suo suoi tra troppo tu tua tue tuo tuoi tutta tutte tutti tutto un una uno vi voi "
    "vostra vostro";

constexpr std::string_view kPortuguese =
    "a agora ainda algo alguem algum alguma algumas alguns ambos ante antes ao aos apos aquela aquelas aquele aqueles "
    "aquilo as ate "
    "atraves cada com como contra cuja cujo da das de dela delas dele deles depois desde dessa desse desta deste do "
    "dos e ela elas ele eles em "
    "enquanto entao entre era eram essa essas esse esses esta estao estas estava estavam este estes eu foi foram ha "
    "isso "
    "isto ja la lhe lhes mais mas me mesmo meu meus minha minhas muita muitas muito muitos na nao nas nem nenhum "
    "nenhuma "
    "nessa nesse nesta neste no nos nossa nossas nosso nossos num numa o onde os ou outra outras outro outros para "
    "pela pelas "
    "pelo pelos perante pois por porque porem pouco qual quais qualquer quando quanta quantas quanto quantos quao que "
    "quem se segundo seja sejam sem sempre "
    "ser sera seu seus si sido sob sobre sua suas tal tambem tao te tem tenha ter teu teve tinha tinham toda todas "
    "todo "
    "todos tu tua tudo um uma umas uns voce voces";

constexpr std::string_view kDutch =
    "aan achter af al alle alleen alles als altijd andere anders ben bij binnen daar daarna daarom dan dat de deze die "
    "dit doch doen "
    "door dus een eens elk elke en enige enkele er ergens geen geweest haar had hadden heb hebben heeft hem het hier "
    "hij hoe hoeveel hun iemand "
    "iets ik in indien is ja je jij jouw kan kon konden kunnen maar me meer men met mij mijn moet moeten na naar naast "
    "niet "
    "niets nog nu of om omdat onder ons onze ook op over per reeds sinds te tegen terwijl toch toen tot tussen u uit "
    "uw van veel "
    "vele voor waar waarom wanneer waren was wat we wel welk welke werd werden wezen wie wij wil word worden wordt zal "
    "ze zelf "
    "zich zij zijn zo zonder zou zouden";

constexpr std::string_view kSwedish =
    "alla allt att av bara blev bli blir blivit da dar de deg dem den denna deras dess dessa det detta dig din dina "
    "ditt du efter ej eller en er era ert ett fran for ha hade han hans har har henne hennes hon honom hur i icke "
    "ifran inom inte ja "
    "jag kan kunde man manga med mellan men mer mig min mina mitt mot mycket nar nagon nagot nagra ni nu och om oss pa "
    "sa sadan samma sedan sig sin sina sitt sjalv ska skulle som till under upp ur ut utan vad var vara vare varfor "
    "varit varje vart vem vems vi vid vilka vilken vilket";

constexpr std::string_view kNorwegian =
    "alle at av bare ble bli blir blitt da de deg dem den denne der dere deres det dette di din disse ditt du eller en "
    "enn er et etter for fordi fra fa ha hadde han hans har hennes her hos hun hva hvem hver hvilke hvilken hvis hvor "
    "hvordan "
    "hvorfor i ikke inn ja jeg kan kom kun kunne man mange med meg mellom men mer mest min mine mitt mot mye na nar "
    "ned nei "
    "noe noen og ogsa om opp oss over pa samme seg selv sin sine sitt skal skulle slik som sa til um under ut uten var "
    "vare ved vi vil ville vart vaere vaert";

constexpr std::string_view kDanish =
    "ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter "
    "eller "
    "en end er et for fordi fra gennem ham han hans har have havde hende hendes her hos hun hvad hvem hver hvilke "
    "hvilken hvis hvor hvordan "
    "hvorfor hvornar i igen ikke ind jeg jer jo kan kun kunne man mange med meget mellem men mig min mine mit mod nar "
    "ned nej noget nogle nogen nu "
    "og ogsa om op os over pa sadan samme selv sig sin sine sit skal skulle som saedan thi til ud under uden var ved "
    "vi "
    "vil ville vor vaere vaeret";

constexpr std::string_view kFinnish =
    "ei eivat eli emme en enta ette etta han hanen hanet he heidan heille hei heilla ja jo johon joka joita joka jonka "
    "jos joskus josta jota jotka kanssa kaikki keiden keita kenen keneen ketka koska koskaan kuin kuka kun kuten "
    "kuinka me meidan meille mika "
    "mihin mika miksi milloin millainen minka mina minun minut missa mista mita mitka moni mukaan mutta myos ne niiden "
    "niin niita "
    "nyt nama ne noin nuo nama olemme olen olet olette oli olivat olla on ollut ovat se sen siella siihen siina siita "
    "sina sinun "
    "sita taas tai tama taman tassa tasta te teidan tuo tuon tuota vaan vai vaikka vain viela voi voivat joissa jossa";

constexpr std::string_view kHungarian =
    "a abban ahhoz ahogy ahol aki akik akkor alatt altal amely amelyek amelyeket amelyet ami amig amikor amit annak "
    "arra "
    "arrol az azok azon azt aztan azert be belul benne bar csak de e ebben eddig egesz egy egyeb egyik egyre ehhez "
    "ekkor el "
    "elso elott en ennek erre errol es ez ezek ezen ezert ezt fel fele ha hanem hat hiszen hogy hogyan hol honnan igen "
    "igy "
    "illetve ilyen is itt jo kell keresztul ki kik kinek legyen lehet lesz lett maga majd meg mely melyek melyik mert "
    "mi miert mikor "
    "milyen minden mint mintha mit mivel most nagyon nelkul nem nincs o ok olyan ott pedig sem semmi sok szamara "
    "szerint "
    "tehat tobb utan vagy vagyok valaki valami van vannak vele viszont volna volt voltak hany mennyi";

constexpr std::string_view kRomanian =
    "a acea aceasta aceea aceia acel acela acele acest acesta aceste acestea acestei acestia acestor acestui acolo "
    "acum ai aici al "
    "ale am ar are as asa asemenea asta astfel ati atunci au avea avem avut ca cand care catre ce cei cel cele cine cu "
    "cum cât cat cate cati da "
    "daca dar de deci decat deoarece desi despre din dintre dintr doar dupa ea ei el ele era erau este eu fara fi fie "
    "fost i "
    "iar in inainte intr intre isi l la le li lor lui mai mea mei mele meu mult multe multi ne nici nimic niste noi "
    "nostru "
    "noua nu o or ori pana pe pentru peste poate prin putea sa sale sau sai se si sub sunt suntem sus ta tai tau te "
    "toate tot toti "
    "totusi tu un una unde unei unele unii unor unui va voi vom vor vostru";

constexpr std::string_view kTurkish =
    "acaba ama ancak arada artik asla aslinda ayrica bana bazi belki ben benden beni benim beri bile bir biri birkac "
    "bircok biz "
    "bize bizim bu buna bunda bundan bunlar bunlari bunlarin bunu bunun burada cok cunku da daha dahi de defa degil "
    "diger diye dolayi "
    "en gibi hangi hani hatta hem henuz hep hepsi her herhangi herkes hic icin ile ilgili ise iste kac kadar karsin "
    "kendi "
    "kendine kendini ki kim kime kimi kimin kimse mi mu nasil ne neden nedenle nerde nerede nereye nicin niye o olan "
    "olarak oldu oldugu "
    "olmak olup on ona ondan onlar onlari onlarin onu onun oysa oyle sanki sayet sen senin sey siz sizin sonra su "
    "tarafindan tum ve "
    "veya ya yani yerine yine yok zaten idi vardir var";

constexpr std::string_view kCatalan =
    "a abans aixo al algun alguna alguns als altra altre altres amb aquell aquella aquells aquesta aquest aquests aqui "
    "bé be cada com "
    "contra d de del dels des desde despres doncs durant e el ella elles ells els em en encara ens entre era eren es "
    "esta estan et fa fins fou foren ha "
    "han havia hi ho i igual ja jo l la les li llavors m meu meva mes molt molta molts n ne ni no nosaltres nostra "
    "nostre o on "
    "os pel pels per perque pero poc qual quals quan quant quants que qui quin quina quines quins s sa se sense ser "
    "seu seus seva si sobre sota son "
    "sota t tan tant tot tota totes tots tu un una unes uns va van vosaltres";

constexpr std::string_view kIndonesian =
    "ada adalah agar akan akhirnya aku anda antara apa apakah atas atau bagaimana bagi bahwa banyak baru beberapa "
    "begitu belum "
    "berapa bila bisa boleh bukan dalam dan dapat dari daripada dengan di dia harus hingga ia ini itu jadi jika juga "
    "kami kamu kapan "
    "karena ke kepada kita lagi lain lalu lebih maka mana masih melalui mengapa menjadi mereka meskipun namun oleh "
    "pada para "
    "pernah pula pun saat saja sampai sangat saya sebagai sebelum sebuah secara sedang sehingga sejak sekarang selama "
    "seluruh semua "
    "seorang seperti serta sesudah setelah setiap siapa suatu sudah supaya tanpa tapi telah tentang terhadap tersebut "
    "tetapi tidak untuk yaitu yang";

constexpr std::string_view kRussian =
    "а без более больше будет будто бы был была были было быть в вам вами вас весь во вот все всегда всего всей всем "
    "всех всю вся вы где да даже "
    "для до другой его ее ей ему если есть еще же за здесь и из или им ими иногда их к каждый как какая какие каким "
    "каких какого какое какой "
    "каком какую когда ком кому кого которая которого которое которой котором которому которую которые который которым "
    "которых кто куда "
    "ли либо между меня мне много мной мог могут может можно мои мой мы на над надо нас наш не него нее ней нельзя нет "
    "нею ни "
    "нибудь никогда ним них ничего но ну о об обо однако он она они оно от откуда очень по под после потом потому "
    "почему "
    "почти при про раз с сам свое своего своей своих свою себе себя сейчас сколько со так такие такое такой также там "
    "тебя тем теперь то тогда того "
    "тоже той только том тот ту ты у уж уже хотя чего чей чем чему через что чтобы чуть эта эти этим этих это этого "
    "этой этом этому этот эту я "
    "являлся является являются зачем";

constexpr std::string_view kGreek =
    "α αι αλλα αν αντι απο αυτα αυτες αυτη αυτο αυτοι αυτος αυτους αυτων αφου για γιατι δε δεν εαν εγω εδω ειμαι ειναι "
    "ειστε "
    "εκεινα εκεινες εκεινη εκεινο εκεινοι εκεινος εμεις εναν ενας ενα ενω επι επισης ετσι εχει εχουν η ηταν θα ι ισως "
    "κ και κατα κι "
    "μα με μετα μεχρι μη μην μια μας μου να ναι ο οι ομως οποια οποιο οποιος οπου οπως οσο οταν οτι παρα πιο που ποια "
    "ποιες ποιο ποιοι "
    "ποιος ποιων ποσα ποσο ποσοι ποτε πρεπει πριν προς πως σαν σας σε στα στη στην στις στο στον στους συ συν σου τα "
    "τη την της τι τις το "
    "τοι τον τοτε του τους των ω ωστε";

constexpr std::string_view kArabic =
    "إذ إذا إلا إلى إن أم أما أن أنا أنت أو أي أين التي الذي الذين اللذان اللتان اللواتي به بها بهذا بين تحت تلك ثم "
    "حتى حول حيث خلال "
    "دون ذلك سوف على عليه عليها عن عند عندما غير فقط في فيه فيها قبل قد كان كانت كل كم كما كيف لا لدى لقد لكن لم لماذا "
    "لن له لها "
    "لهم ليس ليست ما ماذا متى مع من منذ منه منها نحن هذا هذه هؤلاء هل هم هنا هناك هو هي و وقد وكان وهو وهي يا يكون ب ل "
    "ك ف";

constexpr std::string_view kHindi =
    "अपना अपनी अपने अब अभी आदि आप इस इसका इसकी इसके इसमें इसे इन इनका उन उनका उनकी उनके उस उसका उसकी उसके उसे एक एवं ऐसा ओर और "
    "कब कभी कर करता करते "
    "करना करने कहाँ कहा का कि कितना कितनी कितने किया किस किसी की कुछ के को कोई कौन कौनसा क्या क्यों गई गए गया जब जहाँ जा जाता "
    "जिस जिसका जिसके जिसे जो तक तब तो था थी थे "
    "दिया द्वारा न नहीं ने पर पहले फिर बहुत बाद भी मगर मुझे में मैं यदि यह यहाँ या ये रहा रही रहे लिए लेकिन व वह वहाँ वाला वाली वाले वे "
    "सकता सकते सब साथ से हम हर ही हुआ हुई हुए "
    "हूँ है हैं हो होता होती होते";

}  // namespace

std::string_view stop_word_list(Language language) {
  switch (language) {
    case Language::kEnglish:
      return kEnglish;
    case Language::kGerman:
      return kGerman;
    case Language::kFrench:
      return kFrench;
    case Language::kSpanish:
      return kSpanish;
    case Language::kItalian:
      return kItalian;
    case Language::kPortuguese:
      return kPortuguese;
    case Language::kDutch:
      return kDutch;
    case Language::kSwedish:
      return kSwedish;
    case Language::kNorwegian:
      return kNorwegian;
    case Language::kDanish:
      return kDanish;
    case Language::kFinnish:
      return kFinnish;
    case Language::kHungarian:
      return kHungarian;
    case Language::kRomanian:
      return kRomanian;
    case Language::kTurkish:
      return kTurkish;
    case Language::kCatalan:
      return kCatalan;
    case Language::kIndonesian:
      return kIndonesian;
    case Language::kRussian:
      return kRussian;
    case Language::kGreek:
      return kGreek;
    case Language::kArabic:
      return kArabic;
    case Language::kHindi:
      return kHindi;
    case Language::kArmenian:
    case Language::kTamil:
      return {};
  }
  return {};
}

}  // namespace memory
