package pricing

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/component-base/metrics/testutil"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/ktesting"
	clocktesting "k8s.io/utils/clock/testing"
)

var fetchedAt = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)

// fixture is a store over a file, with a clock and a log that the test looks at.
type fixture struct {
	*Store
	t     *testing.T
	ctx   context.Context
	clock *clocktesting.FakeClock
	log   ktesting.Buffer
}

// newFixture starts with the golden file in place, or with none if it is empty.
func newFixture(t *testing.T, goldenFile string) *fixture {
	t.Helper()
	logger := ktesting.NewLogger(t, ktesting.NewConfig(ktesting.BufferLogs(true)))
	f := &fixture{
		t:     t,
		ctx:   klog.NewContext(t.Context(), logger),
		clock: clocktesting.NewFakeClock(fetchedAt),
		log:   logger.GetSink().(ktesting.Underlier).GetBuffer(),
	}
	config := StoreConfig{Path: filepath.Join(t.TempDir(), "book.json"), MaxAge: 24 * time.Hour, Clock: f.clock}
	if goldenFile != "" {
		f.write(config.Path, golden(t, "valid")[goldenFile])
	}
	store, err := NewStore(f.ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	f.Store = store
	return f
}

func (f *fixture) write(path string, data []byte) {
	f.t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// next writes the file and has the store look at it.
func (f *fixture) next(data []byte) {
	f.t.Helper()
	f.write(f.Path, data)
	f.lookAgain()
}

func (f *fixture) lookAgain() { f.look(klog.FromContext(f.ctx)) }

func (f *fixture) wantPrice(want MicroDollars) {
	f.t.Helper()
	book := f.Book()
	if book == nil {
		f.t.Fatal("no book")
	}
	if price, _ := book.Price("m5.xlarge", OnDemand, ""); price != want {
		f.t.Errorf("price %d, want %d", price, want)
	}
}

func (f *fixture) wantLogged(text string, want int) {
	f.t.Helper()
	if got := strings.Count(f.log.String(), text); got != want {
		f.t.Errorf("logged %q %d times, want %d:\n%s", text, got, want, f.log.String())
	}
}

func (f *fixture) failures() float64 {
	return value(f.t, loadFailures.WithLabelValues(f.Path), testutil.GetCounterMetricValue)
}

func (f *fixture) age() float64 {
	return value(f.t, ageSeconds.WithLabelValues(f.Path), testutil.GetGaugeMetricValue)
}

func value[M any](t *testing.T, metric M, get func(M) (float64, error)) float64 {
	t.Helper()
	v, err := get(metric)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestStoreKeepsTheOldBook(t *testing.T) {
	f := newFixture(t, "minimal")
	for range 3 {
		f.next(golden(t, "invalid")["price-negative"])
	}
	f.wantPrice(192000)
	f.wantLogged("Could not load price book", 1)
	if got := f.failures(); got != 1 {
		t.Errorf("%v failures, want 1", got)
	}

	if err := os.Remove(f.Path); err != nil {
		t.Fatal(err)
	}
	f.lookAgain()
	f.lookAgain()
	f.wantPrice(192000)
	f.wantLogged("Could not load price book", 2)

	f.next(golden(t, "valid")["other-clouds"])
	f.wantPrice(0)
	f.wantLogged("Loaded price book", 2)
}

func TestStoreCountsTheSameFaultAgainAfterARepair(t *testing.T) {
	f := newFixture(t, "minimal")
	for range 2 {
		f.next(golden(t, "invalid")["price-negative"])
		f.next(golden(t, "valid")["minimal"])
	}
	if got := f.failures(); got != 2 {
		t.Errorf("%v failures, want 2", got)
	}
}

func TestStoreStartsWithoutAFile(t *testing.T) {
	f := newFixture(t, "")
	if f.Book() != nil {
		t.Error("has a book")
	}
	if age := f.age(); !math.IsInf(age, 1) {
		t.Errorf("age %v, want +Inf", age)
	}
	f.next(golden(t, "valid")["minimal"])
	f.wantPrice(192000)
	if age := f.age(); age != 0 {
		t.Errorf("age %v, want 0", age)
	}
}

func TestStoreRefusesWhatIsNoFile(t *testing.T) {
	config := StoreConfig{Path: t.TempDir(), MaxAge: time.Hour, Clock: clocktesting.NewFakeClock(fetchedAt)}
	store, err := NewStore(t.Context(), config)
	if err != nil || store.Book() != nil {
		t.Errorf("book %v, error %v", store.Book(), err)
	}
	if !strings.Contains(store.fault, "not a regular file") {
		t.Errorf("fault %q", store.fault)
	}
}

func TestStoreBoundsWhatItReads(t *testing.T) {
	f := newFixture(t, "minimal")
	f.next(make([]byte, 2*MaxBookSize))
	f.wantPrice(192000)
	if !strings.Contains(f.fault, "over 1048576 bytes") || len(f.data) != MaxBookSize+1 {
		t.Errorf("fault %q, %d bytes", f.fault, len(f.data))
	}
}

func TestStoreHidesAStaleBook(t *testing.T) {
	f := newFixture(t, "minimal")
	f.clock.Step(24 * time.Hour)
	f.wantPrice(192000)

	f.clock.Step(time.Second)
	if f.Book() != nil {
		t.Error("a stale book is in use")
	}
	f.lookAgain()
	f.lookAgain()
	f.wantLogged("stale=true", 1)
	if got := f.age(); got != 24*3600+1 {
		t.Errorf("age %v", got)
	}

	f.next([]byte(strings.ReplaceAll(string(golden(t, "valid")["minimal"]), "2026-05-01", "2026-05-02")))
	f.wantPrice(192000)
	f.wantLogged("stale=false", 1)
}

func TestStoreOfListPricesNeverGoesStale(t *testing.T) {
	clock := clocktesting.NewFakeClock(fetchedAt.AddDate(10, 0, 0))
	store, err := NewStore(t.Context(), StoreConfig{MaxAge: time.Hour, Clock: clock})
	if err != nil || store.Book() == nil {
		t.Fatalf("no default book: %v", err)
	}
	if got := value(t, ageSeconds.WithLabelValues(""), testutil.GetGaugeMetricValue); got != 0 {
		t.Errorf("age %v, want 0", got)
	}
}

// The kubelet renews a ConfigMap's file by exchanging the link of its folder.
func TestRunFollowsAConfigMap(t *testing.T) {
	folder := t.TempDir()
	f := &fixture{t: t}
	for revision, book := range map[string]string{"1": "minimal", "2": "other-clouds"} {
		if err := os.Mkdir(filepath.Join(folder, revision), 0o700); err != nil {
			t.Fatal(err)
		}
		f.write(filepath.Join(folder, revision, "book.json"), golden(t, "valid")[book])
	}
	point(t, folder, "1")
	clock := clocktesting.NewFakeClock(fetchedAt)
	store, err := NewStore(t.Context(), StoreConfig{Path: filepath.Join(folder, "..data", "book.json"), MaxAge: time.Hour, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); store.Run(ctx) }()

	first := store.Book()
	point(t, folder, "2")
	eventually(t, clock.HasWaiters)
	clock.Step(PollInterval)
	eventually(t, func() bool { return store.Book() != first })
	cancel()
	<-done
}

func point(t *testing.T, folder, revision string) {
	t.Helper()
	link := filepath.Join(folder, "..data")
	if err := os.Symlink(revision, link+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(link+".new", link); err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited 10 s in vain")
		}
	}
}

func TestProblem(t *testing.T) {
	f := newFixture(t, "minimal")
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"fresh", func() {}, ""},
		{"broken", func() { f.next([]byte("{")) }, "unexpected end"},
		{"empty", func() { f.next(nil) }, "unexpected end"},
		{"vanished", func() { os.Remove(f.Path); f.lookAgain() }, "no such file"},
		{"back", func() { f.next(golden(t, "valid")["minimal"]) }, ""},
		{"48 hours old", func() { f.clock.Step(48 * time.Hour); f.lookAgain() }, "older than 24h0m0s"},
		{"old and vanished", func() { os.Remove(f.Path); f.lookAgain() }, "no such file"},
	}
	for _, step := range steps {
		step.do()
		if got := f.Problem(); (got == "") != (step.want == "") || !strings.Contains(got, step.want) {
			t.Errorf("%s: got %q, want %q", step.name, got, step.want)
		}
	}
}
