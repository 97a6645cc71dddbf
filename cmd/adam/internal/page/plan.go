package page

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// planView is the page of plans.
type planView struct {
	Goal, From string
	Plans      []onePlan
	Cost       float64
	Fault      string
	Missing    []controller.Missing
	Names      []string
}

type onePlan struct {
	Goal    string
	Cost    float64
	Optimal bool
	Steps   []planStep
}

type planStep struct {
	Action, ID, Factor, Way, Results, Grade string
	Times                                   int
	Chance                                  graphstore.Interval
	Cost                                    float64
}

// planTime bounds how long a visitor's plan is looked for.
const planTime = 10 * time.Second

func (s *Server) plan(r *http.Request, snap *snapshot) (any, error) {
	q := r.URL.Query()
	v := &planView{Goal: q.Get("goal"), From: q.Get("from")}
	for _, f := range snap.Graph.Factors {
		v.Names = append(v.Names, f.Name)
	}
	if v.Goal == "" {
		return v, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), planTime)
	defer cancel()
	grammar := controller.Grammar{Factors: v.Names}
	task, err := grammar.Parse(ctx, v.Goal)
	var have interaction.State
	if err == nil {
		have, err = grammar.Start(v.From)
	}
	if err != nil {
		v.Fault = err.Error()
		return v, nil
	}
	p, err := controller.NewExact(snap.Graph, controller.DefaultConfig())
	if err != nil {
		return nil, err
	}
	plans, err := controller.PlanTask(ctx, p, have, task)
	var u *controller.Unreachable
	switch {
	case errors.As(err, &u):
		v.Missing = u.Missing
		v.Fault = fmt.Sprintf("%s %v", u.Goal, controller.ErrUnreachable)
	case errors.Is(err, context.DeadlineExceeded):
		v.Fault = "no plan was found in the time that a page may take: adam plan searches longer"
	case err != nil:
		v.Fault = err.Error()
	}
	for _, p := range plans {
		one := onePlan{Goal: p.Goal.String(), Cost: p.Cost, Optimal: p.Optimal}
		v.Cost += p.Cost
		for _, x := range p.Steps {
			one.Steps = append(one.Steps, planStep{snap.label(x.Action), string(x.Action), x.Factor, x.Way.String(), interaction.FormatAmounts(x.Results()),
				x.Grade.String(), x.Times, x.Chance, x.Cost})
		}
		v.Plans = append(v.Plans, one)
	}
	return v, nil
}

// tasksView is the page of tasks that were carried out.
type tasksView struct {
	Tasks []taskView
	Task  *taskView
	// Kept: pictures are shown where there are some.
	Kept bool
	// Moment is what was kept of the step that is looked at.
	Moment *momentView
}

type taskView struct {
	Number int
	Text   string
	Steps  []stepView
}

type stepView struct {
	N                                           int
	Goal, Action, Before, Changes, Verdict, Why string
	picture                                     string
}

// tasks groups the steps of the ledger by the task that they were for.
func (s *Server) tasks(r *http.Request, snap *snapshot) (any, error) {
	v := &tasksView{Kept: s.cfg.Frames != ""}
	for _, x := range snap.Steps {
		if n := len(v.Tasks); n == 0 || v.Tasks[n-1].Text != x.Task || x.N == 1 {
			v.Tasks = append(v.Tasks, taskView{Number: n + 1, Text: x.Task})
		}
		t := &v.Tasks[len(v.Tasks)-1]
		var changes []string
		_, of := x.Outcome()
		for _, c := range of {
			changes = append(changes, fmt.Sprintf("%+d %s", c.Gain(), c.Factor))
		}
		t.Steps = append(t.Steps, stepView{x.N, x.Goal, snap.label(x.Action), graphstore.Start{But: x.Before}.String(), strings.Join(changes, ", "), x.Verdict, x.Why, x.Picture})
	}
	if n := r.URL.Query().Get("task"); n != "" {
		for i := range v.Tasks {
			if fmt.Sprint(v.Tasks[i].Number) == n {
				v.Task = &v.Tasks[i]
			}
		}
		if v.Task == nil {
			return nil, wrong{errors.New("there is no such task"), http.StatusNotFound}
		}
	} else if len(v.Tasks) > 0 {
		v.Task = &v.Tasks[len(v.Tasks)-1]
	}
	if v.Task == nil {
		return v, nil
	}
	at := len(v.Task.Steps) - 1
	if n := r.URL.Query().Get("step"); n != "" {
		at = slices.IndexFunc(v.Task.Steps, func(x stepView) bool { return fmt.Sprint(x.N) == n })
		if at < 0 {
			return nil, wrong{errors.New("the task has no such step"), http.StatusNotFound}
		}
	}
	v.Moment = s.moment(v.Task.Steps[at])
	return v, nil
}
