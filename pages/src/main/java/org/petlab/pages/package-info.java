/**
 * How the pages of all applications are shown, refused and guarded. An application brings its
 * servlets, its JSPs under {@code WEB-INF/pages}, and {@link org.petlab.pages.PageModelContributor}
 * for what is on each of its pages; the style lies in this library and is served by every
 * application.
 */
package org.petlab.pages;
