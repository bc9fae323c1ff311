"""The roles of methods in users' rules, with the names that methods have for them in public code.

Names are compared as `members` leaves them: without underscores, capitals, and words such as "get".
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "AFTER",
    "CELLS",
    "FIRST_TO_MOVE",
    "JUST_MOVED",
    "LOST",
    "MASKS",
    "MOVES",
    "OF_BOTH",
    "OVER",
    "PASS",
    "PLAY",
    "PLAYER",
    "RESULT",
    "RUNNING",
    "SET_UP",
    "SPACE",
    "START",
    "SUCCESSORS",
    "VALID",
    "WINNER",
    "WINS",
    "WON",
    "Role",
]


class Role(NamedTuple):
    """The role of a method in a game, with the names that it may have.

    Attributes:
        keyword: what it is called, and the parameter that overrides what is found.
        names: those that it may have, as `_bare` leaves them, best first; behind a dot, an
            attribute only.
        takes: how many arguments it may take, best first.
        written_out: whether a method that takes other arguments may be one, where their names
            say what they are: the parts of a move, and whose turn it is.
        attribute: whether an attribute may stand for a method: "no", "property" (computed by
            its class), "listing" (the same, or of several things under a name that says that they
            are legal), "flag" (True or False, or computed), or "any".

    """

    keyword: str
    names: tuple[str, ...]
    takes: tuple[int, ...] = (0,)
    attribute: str = "no"
    written_out: bool = False


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


START = Role(
    "start",
    _names(
        "initialstate start startstate startingstate newgame initial initialboard initboard "
        "startboard startingboard initialposition startposition startingposition statezero "
        "createboard createinitialboard createnewboard newboard makeboard initializeboard "
        "initialiseboard createstate createinitialstate newstate createemptyboard makeemptyboard "
        "emptyboard openingboard creategame createnewgame initialgamestate startgamestate"
    ),
    attribute="any",
)

MOVES = Role(
    "moves",
    _names(
        "legalactions legalmoves legalplays possibleactions possiblemoves possibleplays "
        "validactions validmoves validplays availableactions availablemoves availableplays "
        "allowedactions allowedmoves playableactions playablemoves nextmoves enumerateactions "
        "enumeratemoves actions moves plays availables validmovemask validmovemasking "
        "validmovesmask legalmovemask legalmovesmask validactionsmask legalactionsmask "
        "legalmovesforplayer validmovesforplayer possiblemovesforplayer movesforplayer"
    ),
    attribute="listing",
    written_out=True,
)
CELLS = MOVES._replace(  # where there is no other
    names=_names(
        "emptycells emptysquares emptyspaces emptyspots emptypositions freecells freesquares "
        "freepositions availablecells availablesquares availablespots availablepositions "
        "availablecolumns opencells opensquares openpositions opencolumns validlocations "
        "validcolumns validpositions legalpositions possiblepositions validmoveindexes "
        "validmoveindices legalmoveindexes legalmoveindices"
    )
)

VALID = Role(  # asked only where candidates are given
    "valid",
    _names(
        "validmove legalmove valid legal validaction legalaction validplay legalplay allowed "
        "allowedmove movevalid movelegal canplay canmove canplace validlocation empty free"
    ),
    takes=(1,),
    written_out=True,
)
SUCCESSORS = Role("successors", (), written_out=True)  # given by name only

SET_UP = Role(  # what takes a new object to the start, where its constructor does not
    "start",
    _names(
        "initboard initgame initialise initialize init setup setupboard setupgame newgame "
        "startgame reset resetboard resetgame restart start"
    ),
)

PLAY = Role(
    "play",
    _names(
        "playmove applymove domove makemove takeaction applyaction doaction performaction "
        "performmove executeaction executemove playaction makeaction takemove nextstate "
        "successor transitionstate transition move play apply act push step next successorstate "
        "taketurn playturn placepiece placemark placestone placedisc placetoken putpiece putmark "
        "putstone droppiece dropdisc droptoken put place drop insert advance forecastmove "
        "simulatemove updatestate childstate generatechildstate commitmove commitaction handlemove "
        "handleaction doturn"
    ),
    takes=(1,),
    written_out=True,
)
AFTER = Role("play", ("result",), takes=(1,))  # where there is no other: mostly it is a game's

OVER = Role(
    "over",
    _names(
        "gameover terminal over finished done ended gamefinished gameended gameend endgame "
        "hasended hasoutcome terminalstate terminaltest final complete completed terminated "
        "gameisover gamedone gamecompleted matchover end terminalnode endstate ifgameover ifover "
        "ifgameended ifterminal finalstate"
    ),
    attribute="flag",
)

OF_BOTH = Role("over", ("gameend",))  # often a pair: whether it is over, and who has won

RUNNING = Role(
    "over", _names("running ongoing playing inprogress gamerunning gameon"), attribute="flag"
)

RESULT = Role(
    "result",
    _names(
        "gameresult result results returns reward rewards utility utilities payoff payoffs "
        "gameoutcome outcome endresult finalresult finalreward terminalvalue terminalreward "
        "gamevalue finalscore scoring score scores value resultforplayer resultsforplayer "
        "scoreforplayer outcomeforplayer evaluatefinalstate evaluateterminalstate finalstatevalue "
        "resultfor scorefor"
    ),
    takes=(1, 0),
    attribute="any",
)

WINNER = Role(
    "winner",
    _names(
        "winner winners currentwinner gamewinner winningplayer whowon victor forwinner winnerfor "
        "winnerof"
    ),
    attribute="any",
)
WINS = Role(
    "wins",
    _names("haswon won win winner wins didwin playerwon playerwins forwin winningstate winstate"),
    takes=(1,),
)
WON = Role("won", _names("win won haswon"), attribute="flag")
LOST = Role("lost", _names("lose lost haslost"), attribute="flag")

PLAYER = Role(
    "player",
    _names(
        "currentplayer playertomove tomove toplay nexttomove nexttoplay playertoplay "
        "currentteam currentturn activeplayer whoseturn whosturn whosemove playerturn turn "
        "currplayer curplayer currturn "
        "sidetomove currentmark currentsymbol currentcolor currentcolour colortomove colourtomove "
        "activecolor activecolour activeside playeronturn onturn mark mover player "
        ".nextplayer"  # as a method it may well switch players
    ),
    attribute="any",
)

FIRST_TO_MOVE = Role(  # yes or no, where nothing names the player
    "player",
    _names(
        "firstplayer firstplayermove firstplayersmove firstplayerturn firstplayersturn "
        "firsttomove firstmover player1turn player1sturn player1move player1tomove playeroneturn "
        "playeronemove p1turn p1tomove whiteturn whitesturn whitetomove whitetoplay whitemoves "
        "blackturn blacksturn blacktomove blacktoplay blackmoves redturn redtomove xturn xsturn "
        "xtomove xnext xplays crossturn maxturn maxplayer maximizing maximizingplayer"
    ),
    attribute="flag",
)

PASS = Role(
    "pass",
    _names(
        "passturn passmove dopass pass skipturn skipmove skip switchplayer switchplayers "
        "switchturn switchturns switchsides changeplayer changeturn changeturns changesides "
        "nextturn nextplayer toggleplayer toggleturn swapplayer swapplayers swapturn endturn "
        "flipturn"
    ),
)

JUST_MOVED = Role(
    "just_moved",
    _names("playerjustmoved previousplayer lastplayer prevplayer lasttomove lastmover"),
    attribute="any",
)

SPACE = Role("space", _names("actionspace actionspec"), attribute="any")  # of environments
MASKS = Role("mask", _names("actionmasks actionmask validactionmask legalactionmask"))
