/** What Petlab changes of Artemis' resource adapter, by the extension points that it has. */
package org.petlab.adapter;
