"""What names, addresses and animals are made of. All of it is invented; telephone numbers are kept for fiction."""


def _listed(words: str, between: str | None = None) -> tuple[str, ...]:
    return tuple(words.split(between))


GIVEN_NAMES = _listed(
    "Ada Agnes Aisha Alan Amir Ana Anton Beatrice Benoît Bruno Carla Carmen Chen Chloé Clara Daniel David Elena "
    "Elif Emil Emma Erik Fatima Felix Finn Frieda George Grace Hannah Hiro Ida Ines Ivan Jack Jana Jonas José "
    "Julia Kamal Karin Lars Laura Lea Leo Linus Lucía Magnus Maja Marco Maria Mei Mila Mira Nadia Nils Noor Olga "
    "Omar Oscar Paula Pedro Petra Pia Priya Rahul Rosa Samuel Sara Simon Sofia Sven Tara Tomás Uma Vera Viktor "
    "Wei Yara Yusuf Zoe"
)

FAMILY_NAMES = _listed(
    "Almeida Andersen Bakker Bauer Becker Berg Bianchi Brown Carter Castro Chen Clarke Costa Dahl Davies Diaz "
    "Dubois Duran Eklund Evans Fernandez Fischer Fontaine Garcia Gomez Green Gruber Haas Hansen Hughes Ito Ivanov "
    "Jansen Johnson Kaya Keller Khan Kim Klein Koch Kovacs Kowalski Kumar Lang Larsen Laurent Lehmann Lewis "
    "Lindberg Lopez Marino Martin Mayer Meyer Moreau Mueller Murphy Nakamura Nguyen Nielsen Novak O’Brien Olsen "
    "Patel Pereira Petrov Popov Quinn Ricci Rossi Roy Russo Santos Sato Schmid Schneider Silva Singh Smith Sousa "
    "Suzuki Svensson Taylor Tran Turner Vogel Wagner Walker Wang Weber White Wolf Wright Yilmaz Zhang Zimmermann"
)

STREETS = _listed(
    "Acorn Lane|Baker Row|Beech Avenue|Birch Road|Bridge Street|Canal Walk|Castle Hill|Cedar Close|Chapel Street|"
    "Cherry Lane|Church Road|Clover Field|Elm Grove|Fern Hill|Fox Lane|Garden Street|Green Lane|Harbour Road|"
    "Hazel Way|Heath Road|High Street|Hill View|Ivy Court|Kingfisher Way|Lake Road|Lark Rise|Linden Street|"
    "Maple Drive|Market Square|Meadow Lane|Mill Road|Moor End|Oak Street|Old Post Road|Orchard Close|Park Avenue|"
    "Pine Walk|Poplar Road|Quarry Lane|River Street|Robin Hill|Rose Garden|Rowan Way|School Lane|Spring Gardens|"
    "Station Road|Stone Bridge|Swan Street|Thistle Way|Tower Street|Vine Street|Water Lane|Well Street|West End|"
    "Willow Road|Windmill Hill|Wood Lane|Wren Close|Yew Tree Road|York Place",
    "|",
)

#: City, how its postal code looks (# is a digit), country, how its telephone numbers begin.
CITIES = (
    ("Amsterdam", "10## AB", "Netherlands", "+31 20 555"),
    ("Athens", "105 ##", "Greece", "+30 21 555"),
    ("Austin", "787##", "United States", "+1 512 555"),
    ("Barcelona", "080##", "Spain", "+34 93 555"),
    ("Berlin", "101##", "Germany", "+49 30 23125"),
    ("Boston", "021##", "United States", "+1 617 555"),
    ("Bristol", "BS# 4QA", "United Kingdom", "+44 117 496"),
    ("Budapest", "10##", "Hungary", "+36 1 555"),
    ("Chicago", "606##", "United States", "+1 312 555"),
    ("Copenhagen", "11##", "Denmark", "+45 3555"),
    ("Dublin", "D0# X2P8", "Ireland", "+353 20 910"),
    ("Edinburgh", "EH# 1YZ", "United Kingdom", "+44 131 496"),
    ("Hamburg", "200##", "Germany", "+49 40 66969"),
    ("Helsinki", "001##", "Finland", "+358 9 555"),
    ("Lisbon", "1100-0##", "Portugal", "+351 21 555"),
    ("London", "SW# 4JH", "United Kingdom", "+44 20 7946"),
    ("Lyon", "690##", "France", "+33 1 99 00"),
    ("Manchester", "M# 2WD", "United Kingdom", "+44 161 496"),
    ("Melbourne", "30##", "Australia", "+61 3 5550"),
    ("Milan", "201##", "Italy", "+39 02 555"),
    ("Montréal", "H2X #A9", "Canada", "+1 514 555"),
    ("Munich", "803##", "Germany", "+49 89 99998"),
    ("New York", "100##", "United States", "+1 212 555"),
    ("Oslo", "01##", "Norway", "+47 555"),
    ("Paris", "750##", "France", "+33 1 99 00"),
    ("Porto", "4000-0##", "Portugal", "+351 22 555"),
    ("Prague", "110 ##", "Czechia", "+420 555"),
    ("San Francisco", "941##", "United States", "+1 415 555"),
    ("Seattle", "981##", "United States", "+1 206 555"),
    ("Stockholm", "111 ##", "Sweden", "+46 8 465"),
    ("Sydney", "20##", "Australia", "+61 2 5550"),
    ("Toronto", "M5V #K4", "Canada", "+1 416 555"),
    ("Vienna", "10##", "Austria", "+43 1 555"),
    ("Warsaw", "00-0##", "Poland", "+48 22 555"),
    ("Wellington", "60##", "New Zealand", "+64 4 555"),
    ("Zurich", "80##", "Switzerland", "+41 44 555"),
)

#: Of each category: how its product ids begin, the kinds that there are, and what one costs in the middle, in cents.
KINDS = {
    "FISH": (
        "FI",
        _listed(
            "Barb|Betta|Butterflyfish|Cichlid|Clownfish|Cory catfish|Damselfish|Danio|Discus|Gourami|Guppy|Loach|"
            "Molly|Neon tetra|Platy|Pufferfish|Rainbowfish|Seahorse|Swordtail|Tang",
            "|",
        ),
        1400,
    ),
    "DOGS": (
        "K9",
        _listed(
            "Beagle|Border collie|Boxer|Cocker spaniel|Corgi|Dachshund|Greyhound|Husky|Labrador|Lurcher|"
            "Newfoundland|Papillon|Pointer|Pug|Saluki|Schnauzer|Setter|Sheepdog|Terrier|Whippet",
            "|",
        ),
        12500,
    ),
    "REPTILES": (
        "RP",
        _listed(
            "Anole|Ball python|Bearded dragon|Box turtle|Chameleon|Day gecko|Garter snake|King snake|"
            "Leopard gecko|Milk snake|Monitor|Rat snake|Skink|Slider turtle|Tegu|Tortoise",
            "|",
        ),
        6500,
    ),
    "CATS": (
        "FL",
        _listed(
            "Abyssinian|Angora|Bengal|Birman|Bobtail|British shorthair|Burmese|Chartreux|Maine coon|"
            "Norwegian forest cat|Ocicat|Ragdoll|Rex|Russian blue|Siberian|Somali",
            "|",
        ),
        8000,
    ),
    "BIRDS": (
        "AV",
        _listed(
            "Canary|Cockatiel|Cockatoo|Conure|Dove|Gouldian finch|Lorikeet|Lovebird|Macaw|Mynah|Parrotlet|Quail|"
            "Rosella|Starling|Sun parakeet|Toucan|Weaver|White-eye",
            "|",
        ),
        4500,
    ),
}

LOOKS = _listed(
    "Amber Banded Black-tipped Blue Bronze Chestnut Copper Cream Dappled Dusky Flame Frosted Golden Honey Ivory "
    "Jade Marbled Mottled Pearl Piebald Russet Sable Sandy Silver Slate Smoky Snow Spotted Striped Tawny "
    "Tricolour Velvet White-faced"
)

BREEDERS = _listed(
    "Alderbrook Ashdown Barley Birchwood Bluebell Brookside Byfield Cloverdale Coppice Crosswinds Dovecote "
    "Elmfield Fairhaven Fernleigh Foxglove Greenacre Hartwell Hazelmere Heronsgate Hillcrest Ivybridge Juniper "
    "Kestrel Larkspur Lilac Longmeadow Maplewood Marsh Millstone Nightingale Oakhurst Orchard Partridge Pinewood "
    "Quince Ravensmoor Riverbank Rosehip Rowanbank Saltmarsh Seaview Skylark Southdown Springfield Stonecrop "
    "Sunnyside Thornbury Treetops Valley Whitethorn Willowbank Woodside Yarrow"
)

TEMPERS = (
    "Calm and used to people.",
    "Curious, and quick to learn a routine.",
    "Shy for a week, a friend for years.",
    "Lively in the morning, asleep by noon.",
    "Gets on with others of its kind.",
    "Best for somebody who has kept one before.",
    "Easy to keep, also for beginners.",
    "Eats well and grows slowly.",
    "Likes company and a place of its own.",
    "Patient with children who are patient too.",
)

#: What is sold of a product, in this order; what its price is against the product's, in percent.
AGES = (("Young male", 100), ("Young female", 105), ("Adult pair", 180))
AGE_NOTES = (
    "Raised by hand, ready to leave its family.",
    "Raised by hand, has been seen by the vet.",
    "Grew up together.",
)
