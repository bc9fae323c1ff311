"""Whole games that two clients played on the published servers, and what these sent them.

The digest is SHA-256 over the updates that each player got, from the first to the last.
"""

GAMES = [
    (
        "t3",
        "f3 h7 e2 e4 d2 b6 e9 d9 a8 b4 f2 g4 a3 b9 e8 d4 c3 i8 h5 d6 a7 c1 g1 a1 b1 d8 c5 "
        "h4 i4 h2 f5 g5 a6 c7 i3 h8 e6 f9 i7 g2 c4 i1 h3 f7 h1 f6 i9 g7 b2 e5 h9 e7 i2 h6 "
        "f8 i6 g8 b5 i5 g6",
        "c45399eca2b167953aac695e54f947504a278e7835d0721edecfda0fa46979d1",
    ),
    (
        "t3",
        "h7 e1 f3 i8 g4 a1 a2 b6 f8 g6 a7 b2 e6 d8 a6 c7 g2 b5 e5 d6 c9 g9 b9 d7 a3 b8 d4 "
        "c2 i6 h8 d5 a5 a4 c1 i2 h4 d1 c3 i7 i3 h9 d9 a8 b4 e3 e4 d2 c8 i5 h5 f5 h6 e2 h1 "
        "g8 i9 g7 g1 b7 g3 a9 h3",
        "3371784b30428dc801f88fc1b3d9bfde0e849e0534dee9200b62a940bba5bf0a",
    ),
    (
        "t3",
        "h5 d6 a7 b2 f6 g9 c8 i6 i8 i5 h4 f3 h7 e2 e4 e3 e7 f2 g5 c6 i9 h9 d8 b5 d4 b1 f1 "
        "h3 d9 b7 d2 a5 c4 g2 b6 f8 h6 f9 g8 a4 c3 h8 f4 g1 b3 e9 e8 f7 i3 g7 a3 a9 b8 h1 "
        "d3 b9 e1 d1 g3 c7 i1 i2 h2 a8 i7",
        "248c3ebfaf099ba267e6ca1e992ab3498e95d8155d28f9dfa3160c837120f4f5",
    ),
    (
        "connect_four",
        "7 4 7 4 1 3 5 4 4 7 7 3 4 3 5 2 5 2 3 2 7 1",
        "ca8428f71b0094207b9c9c732dca79dd5aa992254c149840bbd2b05062f41f7c",
    ),
    (
        "connect_four",
        "4 4 1 3 6 5 6 7 5 3 3 4 4 6 6 3 3 5 4 4 2 2 3 2 6 6 1 5 1 5 5 7 7 7 7 1 2 1 7 1 2 2",
        "43c62db013593b1872bc539736e8c91eb087e3f18ccb13d2870d9ba07b11ca99",
    ),
    (
        "connect_four",
        "7 7 1 1 1 3 7 2 6 7 6 7 3 3 5 2 5 1 5 6 2 4 6 4 7 6 5",
        "4470062cd035062ef8461a343822f32bcaf2f35f4235b6a15d0e6a2cc802b265",
    ),
    (
        "reversi",
        "d3 c3 b3 e3 f3 c5 f6 g2 b5 c6 f4 a5 h1 f5 d6 e7 d7 e6 d8 c4 c7 b7 a8 b6 a4 f8 g4 "
        "b4 e8 a3 a7 g5 g8 c2 h4 g3 a2 h3 c1 d1 d2 e1 f1 f7 a6 h6 e2 b8 g7 c8 h5 g6 h2 h7 "
        "h8 g1 b2 f2 pass a1 pass b1",
        "ce869cb156cea56f6d46fb3aedeb6ec705a433b566c6df42b492276c82026911",
    ),
    (
        "reversi",
        "e6 f6 d3 e3 f3 c3 c4 c5 b6 d6 b2 c6 g6 a1 b3 e7 d8 a6 b1 c2 a7 e2 f2 a4 e1 g7 a3 "
        "b5 c1 g2 g8 h6 f4 h8 b4 g3 h3 d7 g4 f8 a5 h2 h1 d2 g5 e8 c7 c8 h4 f1 f7 g1 d1 a2 "
        "h5 a8 f5 b7 h7 pass b8",
        "ede84be740b05cf4ca378a8847f6d73cd58e964e5c08e36e305ada59c4d929fa",
    ),
    (
        "reversi",
        "c4 c5 f6 c3 b5 g7 e3 e6 c2 f3 g3 a5 h8 b3 f4 f2 b4 f5 f7 h3 a3 d2 e2 e1 a6 e7 d7 "
        "c1 c6 g8 f1 g4 d1 b6 b1 d3 g6 b7 f8 a7 c7 h6 a8 b2 g5 g2 a1 d6 h2 h5 a4 d8 c8 h7 "
        "e8 a2 h4 b8 pass g1 h1",
        "24e053c258f65c5a7f456daf40d008a266dfa76a48f90e74cfdcb8fe66a1d27c",
    ),
]
