/** Who may ask an application what, and how an application shows who it is when it asks another. */
package org.petlab.workflow.access;
