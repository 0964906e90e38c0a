/**
 * MicroProfile Health: what an application needs in order to work, asked when somebody asks the
 * server for {@code /health}. Nothing here runs otherwise.
 */
package org.petlab.workflow.observability.health;
