import { render } from "preact";
import { App } from "./app.tsx";
import { loadFamilies } from "./state/families.ts";
import { startFollowing, useVocabularyFile } from "./state/results.ts";
import { keepLink, restoreFromLink } from "./state/share-link.ts";
import "./styles/base.css";
import "./styles/panes.css";
import "./styles/compare.css";
import "./styles/output.css";
import "./styles/railroad.css";

const root = document.getElementById("app");
if (root !== null) {
  await restoreFromLink();
  startFollowing();
  keepLink();
  void loadFamilies();
  render(<App />, root);
}

// A tokenizer file may be dropped anywhere on the page.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  event.preventDefault();
  void useVocabularyFile(file);
});

const SETTLED_MILLISECONDS = 4000;

// The site is kept for times without a network, once all that the page needs has come.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  setTimeout(() => navigator.serviceWorker.register("./offline.js").catch(() => {}), SETTLED_MILLISECONDS);
}
