// Light or dark as the reader chose, before anything is shown; without a choice, as the system is.
{
  const system = "(prefers-color-scheme)";
  const chosen = (__md_get("__palette") || { color: { media: system } }).color;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const colours = chosen.media === system ? { ...chosen, scheme: dark ? "slate" : "default" } : chosen;
  for (const [key, value] of Object.entries(colours)) {
    document.body.setAttribute(`data-md-color-${key}`, value);
  }
}
