// Shows what a running search has found so far, and a button that ends it.

export default {
  render({ model, el }) {
    const shown = document.createElement("div");
    const button = document.createElement("button");
    button.textContent = "stop";
    button.addEventListener("click", () => {
      model.set("stopping", true);
      model.save_changes();
    });
    const update = () => {
      // HTML that gametree has made: every text of the game's is escaped in it.
      shown.innerHTML = model.get("html");
      button.hidden = !model.get("running");
    };
    model.on("change:html", update);
    model.on("change:running", update);
    el.append(shown, button);
    update();
    return () => {
      model.off("change:html", update);
      model.off("change:running", update);
    };
  },
};
