package costaware

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/utils/clock"

	"pyplugin.dev/scheduling/apis/config"
	"pyplugin.dev/scheduling/apis/config/validation"
	"pyplugin.dev/scheduling/pricing"
)

// Name is the plugin's name in a KubeSchedulerConfiguration.
const Name = "CostAware"

const stateKey fwk.StateKey = Name

// CostAware has no EventsToRegister: kube-scheduler ignores the events of a
// plugin that only scores, for it keeps no pod from being scheduled.
type CostAware struct {
	handle  fwk.Handle
	prices  *pricing.Store
	warning priceWarning
	views   viewCache
	bands   bands
}

var (
	_ fwk.PreScorePlugin  = &CostAware{}
	_ fwk.ScorePlugin     = &CostAware{}
	_ fwk.ScoreExtensions = &CostAware{}
	_ fwk.SignPlugin      = &CostAware{}
)

// New starts to follow the price book, until ctx ends.
func New(ctx context.Context, args runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
	costAware, ok := args.(*config.CostAwareArgs)
	if !ok {
		return nil, fmt.Errorf("want args of type CostAwareArgs, got %T", args)
	}
	if err := validation.ValidateCostAwareArgs(field.NewPath(Name, "args"), costAware); err != nil {
		return nil, fmt.Errorf("invalid pluginConfig: %w", err)
	}
	prices, err := pricing.NewStore(ctx, pricing.StoreConfig{
		Path:   costAware.PriceBookPath,
		MaxAge: costAware.MaxPriceAge.Duration,
		Clock:  clock.RealClock{},
	})
	if err != nil {
		return nil, err
	}
	go prices.Run(ctx)
	return &CostAware{
		handle: handle,
		prices: prices,
		views:  viewCache{spotDiscountPercent: costAware.EstimatedSpotDiscountPercent},
		bands:  costAware.Bands,
	}, nil
}

// Name implements fwk.Plugin.
func (c *CostAware) Name() string { return Name }

// podState is what PreScore works out for Score.
type podState struct {
	request request
	band    band
	views   *nodeViews
}

// Clone shares the state, which nothing changes.
func (s *podState) Clone() fwk.StateData { return s }

// PreScore does once what would be the same for every node.
func (c *CostAware) PreScore(_ context.Context, state fwk.CycleState, pod *v1.Pod, _ []fwk.NodeInfo) *fwk.Status {
	request, err := newRequest(pod)
	if err != nil {
		return fwk.AsStatus(err)
	}
	c.warning.report(c.handle.EventRecorder(), pod, c.prices.Problem())
	nodes, err := c.handle.SnapshotSharedLister().NodeInfos().List()
	if err != nil {
		return fwk.AsStatus(fmt.Errorf("listing nodes: %w", err))
	}
	state.Write(stateKey, &podState{
		request: request,
		band:    c.bands.of(pod),
		views:   c.views.forBook(c.prices.Book(), len(nodes)),
	})
	return nil
}

// Score returns a rawScore.
func (c *CostAware) Score(ctx context.Context, state fwk.CycleState, _ *v1.Pod, info fwk.NodeInfo) (int64, *fwk.Status) {
	s, err := readState(state)
	if err != nil {
		return 0, fwk.AsStatus(err)
	}
	view := s.views.get(ctx, info)
	before, share, after := s.request.shares(view, info)
	return int64(rate(view, s.band.lostMinutes, before, share, after)), nil
}

// ScoreExtensions implements fwk.ScorePlugin.
func (c *CostAware) ScoreExtensions() fwk.ScoreExtensions { return c }

// NormalizeScore turns the raw scores into 0 to 100.
func (c *CostAware) NormalizeScore(_ context.Context, state fwk.CycleState, _ *v1.Pod, scores fwk.NodeScoreList) *fwk.Status {
	s, err := readState(state)
	if err != nil {
		return fwk.AsStatus(err)
	}
	normalize(s.band.policy, scores)
	return nil
}

func readState(state fwk.CycleState) (*podState, error) {
	data, err := state.Read(stateKey)
	if err != nil {
		return nil, fmt.Errorf("reading what PreScore wrote: %w", err)
	}
	return data.(*podState), nil
}

// SignPod names all that the scores of a pod depend on, apart from the nodes and
// the prices. A batch lives for half a second, so new prices come in time.
func (c *CostAware) SignPod(_ context.Context, pod *v1.Pod) ([]fwk.SignFragment, *fwk.Status) {
	request, err := newRequest(pod)
	if err != nil {
		return nil, fwk.AsStatus(err)
	}
	return []fwk.SignFragment{
		{Key: "pyplugin.dev/CostAware.band", Value: c.bands.of(pod).name},
		{Key: "pyplugin.dev/CostAware.request", Value: request},
	}, nil
}
