(define (domain w-tiny)
 (:requirements :fluents)
 (:functions
  (total-cost)
  (i-block)
  (i-far)
  (i-ingot)
  (i-near)
  (i-ore)
  (i-table)
  (i-whistle)
 )
 ; wait: nothing
 (:action a-wait--ore--1
  :parameters ()
  :precondition (and)
  :effect (and (increase (i-ore) 1) (increase (total-cost) 1)))
 ; press <b> & "fold": 9 ingot + near (kept)
 (:action a-press-_-3c-b-3e--_-26--_-22-fold-22---block--1
  :parameters ()
  :precondition (and (>= (i-ingot) 9) (>= (i-near) 1))
  :effect (and (increase (i-block) 1) (decrease (i-ingot) 9) (increase (total-cost) 1)))
 ; d: 2 ore
 (:action a-d--table--1
  :parameters ()
  :precondition (and (>= (i-ore) 2))
  :effect (and (decrease (i-ore) 2) (increase (i-table) 1) (increase (total-cost) 2)))
 ; walk: table (kept)
 (:action a-walk--near--1
  :parameters ()
  :precondition (and (>= (i-table) 1))
  :effect (and (assign (i-far) 0) (assign (i-near) 1) (increase (total-cost) 1)))
)
