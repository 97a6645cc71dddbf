// Package group ends a process with all that it started. Where the system has no process
// groups it ends the process alone.
package group
