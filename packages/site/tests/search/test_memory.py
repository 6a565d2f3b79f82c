"""The index of a large site is made in the memory that a machine has."""

import tracemalloc

from printproof_site.search.parts import postings_of

TEXTS, WORDS = 1000, 100


def test_a_word_of_a_section_takes_few_bytes_while_an_index_is_made() -> None:
    """A large site has millions of them; as a tuple each would take seventy and more."""
    text = " ".join(f"word{number}" for number in range(WORDS))
    tracemalloc.start()
    postings = postings_of([text] * TEXTS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert sum(map(len, postings.values())) == TEXTS * WORDS
    assert peak / (TEXTS * WORDS) < 55
