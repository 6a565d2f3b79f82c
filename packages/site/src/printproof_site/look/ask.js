/* Arrows lead from answer to answer and choose none, so that all can be read; Space chooses, and Enter. */
document.querySelectorAll(".predict").forEach((asked) => {
  asked.onkeydown = (event) => {
    const answers = [...asked.elements];
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Enter") event.target.click();
    if (!step) return;
    event.preventDefault();
    answers.at((answers.indexOf(event.target) + step) % answers.length).focus();
  };
});
