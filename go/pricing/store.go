package pricing

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// PollInterval is how often a store looks for a new book. The kubelet takes
// about a minute to renew a ConfigMap's file, so oftener gains nothing.
const PollInterval = 10 * time.Second

// StoreConfig says which book a store keeps.
type StoreConfig struct {
	// Path is the book's file; empty means the default book.
	Path string
	// MaxAge is the age from which on the book isn't used.
	MaxAge time.Duration
	Clock  clock.WithTicker
}

// Store keeps the newest readable book of a file. Book may be called from any
// goroutine; everything else belongs to the one that calls Run.
type Store struct {
	StoreConfig
	book    atomic.Pointer[Book]
	problem atomic.Pointer[string]

	// What the file was at the last look, so that each change is parsed, counted
	// and logged once.
	data  []byte
	fault string
	// stale is whether the log says that the book is too old.
	stale bool
}

// NewStore loads the book for the first time. A file that is missing or broken
// is no error: prices must not keep pods waiting. The store then has no book
// until Run finds one.
func NewStore(ctx context.Context, config StoreConfig) (*Store, error) {
	registerMetrics()
	s := &Store{StoreConfig: config}
	if s.Path == "" {
		book, err := Default()
		if err != nil {
			return nil, err
		}
		s.book.Store(book)
	}
	s.look(klog.FromContext(ctx))
	return s, nil
}

// Book is the book to use now, nil if there is none or it is too old.
func (s *Store) Book() *Book {
	book := s.book.Load()
	if book == nil || s.tooOld(book) {
		return nil
	}
	return book
}

// Problem says what was wrong with the file at the last look: missing, broken or
// too old. It is empty while all is well.
func (s *Store) Problem() string { return *s.problem.Load() }

// Run takes up new books until the context ends. The default book is never new.
func (s *Store) Run(ctx context.Context) {
	if s.Path == "" {
		return
	}
	ticker := s.Clock.NewTicker(PollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C():
			s.look(klog.FromContext(ctx))
		}
	}
}

func (s *Store) look(logger klog.Logger) {
	logger = klog.LoggerWithValues(logger, "path", s.Path)
	if s.Path != "" {
		s.load(logger)
	}
	s.reportAge(logger)
	problem := s.fault
	if problem == "" && s.stale {
		problem = fmt.Sprintf("price book: older than %s", s.MaxAge)
	}
	s.problem.Store(&problem)
}

// load reads the whole file each time. Modification times would save little on
// files of this size, and can miss a ConfigMap's exchanged link.
func (s *Store) load(logger klog.Logger) {
	data, err := readFile(s.Path)
	if err != nil {
		s.data = nil
		s.reportFault(logger, err)
		return
	}
	if s.data != nil && bytes.Equal(data, s.data) {
		return
	}
	s.data, s.fault = data, ""
	s.parse(logger, data)
}

func (s *Store) parse(logger klog.Logger, data []byte) {
	book, err := Parse(data)
	if err != nil {
		s.reportFault(logger, err)
		return
	}
	s.book.Store(book)
	logger.Info("Loaded price book", "fetchedAt", book.fetchedAt, "instanceTypes", book.Len())
}

// reportFault counts and logs a fault when it appears, not each time it is seen.
func (s *Store) reportFault(logger klog.Logger, err error) {
	if err.Error() == s.fault {
		return
	}
	s.fault = err.Error()
	loadFailures.WithLabelValues(s.Path).Inc()
	logger.Error(err, "Could not load price book", "haveOlder", s.book.Load() != nil)
}

func (s *Store) reportAge(logger klog.Logger) {
	book := s.book.Load()
	if book == nil {
		ageSeconds.WithLabelValues(s.Path).Set(math.Inf(1))
		return
	}
	age := book.Age(s.Clock.Now())
	ageSeconds.WithLabelValues(s.Path).Set(age.Seconds())
	if stale := s.tooOld(book); stale != s.stale {
		s.stale = stale
		logger.Info("Price book changed between fresh and stale; a stale one scores neutrally",
			"stale", stale, "age", age, "maxAge", s.MaxAge)
	}
}

func (s *Store) tooOld(book *Book) bool { return book.Age(s.Clock.Now()) > s.MaxAge }
