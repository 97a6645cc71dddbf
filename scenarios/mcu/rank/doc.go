// Package rank makes ratings of comparisons: Elo, TrueSkill and Bradley-Terry with intervals, and says how much raters
// agree (MCU, section 4.1 and appendix F).
package rank
