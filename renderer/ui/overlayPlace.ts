/**
 * Where menus, popovers and dialogs go: a landmark of index.html, so that nothing of the page
 * lies outside of one.
 */
export function overlayPlace(): { readonly UNSTABLE_portalContainer: Element } {
  return { UNSTABLE_portalContainer: document.getElementById('overlays') ?? document.body }
}
