package v1

import (
	"reflect"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"pyplugin.dev/scheduling/apis/config"
)

func full() *CostAwareArgs {
	return &CostAwareArgs{
		PriceBookPath:                "book.json",
		SpotMaxPriority:              ptr.To[int32](0),
		EstimatedSpotDiscountPercent: ptr.To[int32](0),
		MaxPriceAge:                  &metav1.Duration{Duration: time.Minute},
	}
}

func TestSetDefaults(t *testing.T) {
	args := &CostAwareArgs{}
	SetDefaults_CostAwareArgs(args)
	want := &CostAwareArgs{
		SpotMaxPriority:              ptr.To[int32](999),
		EstimatedSpotDiscountPercent: ptr.To[int32](60),
		MaxPriceAge:                  &metav1.Duration{Duration: 24 * time.Hour},
	}
	if !reflect.DeepEqual(args, want) {
		t.Errorf("got %+v", args)
	}
}

func TestSetDefaultsKeepsWhatIsSet(t *testing.T) {
	args := full()
	SetDefaults_CostAwareArgs(args)
	if !reflect.DeepEqual(args, full()) {
		t.Errorf("got %+v", args)
	}
}

func TestConversionRoundTrip(t *testing.T) {
	internal, back := &config.CostAwareArgs{}, &CostAwareArgs{}
	if err := Convert_v1_CostAwareArgs_To_config_CostAwareArgs(full(), internal, nil); err != nil {
		t.Fatal(err)
	}
	if err := Convert_config_CostAwareArgs_To_v1_CostAwareArgs(internal, back, nil); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, full()) {
		t.Errorf("got %+v", back)
	}
}

func TestDeepCopySharesNothing(t *testing.T) {
	original := full()
	copied := original.DeepCopyObject().(*CostAwareArgs)
	*copied.SpotMaxPriority, *copied.EstimatedSpotDiscountPercent, copied.MaxPriceAge.Duration = 7, 7, 7
	if !reflect.DeepEqual(original, full()) {
		t.Errorf("changed the original: %+v", original)
	}
	if (*CostAwareArgs)(nil).DeepCopy() != nil || !reflect.DeepEqual((&CostAwareArgs{}).DeepCopy(), &CostAwareArgs{}) {
		t.Error("nil is not kept")
	}
}
