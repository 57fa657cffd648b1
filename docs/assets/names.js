/* The theme gives its search no name, and a screen reader would say "dialog" alone. */
document.querySelector(".md-search[role=dialog]")?.setAttribute("aria-label", "Search");
