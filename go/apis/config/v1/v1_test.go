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
		PriceBookPath: "book.json",
		Bands: []Band{
			{
				Name: "batch", MaxPriority: ptr.To[int32](0), PriorityClasses: []string{"nightly"},
				Capacity: config.CapacitySpot, LostWork: &metav1.Duration{Duration: time.Hour},
			},
			{Name: "rest", Capacity: config.CapacityOnDemand, LostWork: &metav1.Duration{}},
		},
		EstimatedSpotDiscountPercent: ptr.To[int32](0),
		MaxPriceAge:                  &metav1.Duration{Duration: time.Minute},
	}
}

func TestSetDefaults(t *testing.T) {
	args := &CostAwareArgs{}
	SetDefaults_CostAwareArgs(args)
	lost := &metav1.Duration{Duration: 30 * time.Minute}
	want := &CostAwareArgs{
		Bands: []Band{
			{Name: "batch", MaxPriority: ptr.To[int32](-1), Capacity: config.CapacitySpot, LostWork: lost},
			{Name: "standard", MaxPriority: ptr.To[int32](999), Capacity: config.CapacityPreferSpot, LostWork: lost},
			{Name: "critical", Capacity: config.CapacityOnDemand, LostWork: lost},
		},
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
	*copied.EstimatedSpotDiscountPercent, copied.MaxPriceAge.Duration = 7, 7
	*copied.Bands[0].MaxPriority, copied.Bands[0].PriorityClasses[0], copied.Bands[0].LostWork.Duration = 7, "7", 7
	copied.Bands[1].Name = "7"
	if !reflect.DeepEqual(original, full()) {
		t.Errorf("changed the original: %+v", original)
	}
	if (*CostAwareArgs)(nil).DeepCopy() != nil || !reflect.DeepEqual((&CostAwareArgs{}).DeepCopy(), &CostAwareArgs{}) {
		t.Error("nil is not kept")
	}
}
