package main

import "testing"

func TestRenderIsSorted(t *testing.T) {
	from := &table{
		generatedAt: "2026-05-18T14:21:15Z",
		prices:      map[string]int64{"m5.xlarge": 192000, "a1.large": 51000, "t4g.nano": 4200},
	}
	want := `{
  "version": 1,
  "currency": "USD",
  "source": "list prices of us-east-1, on demand, as in github.com/aws/karpenter-provider-aws ` + version + `",
  "fetchedAt": "2026-05-18T14:21:15Z",
  "static": true,
  "prices": {
    "a1.large": {"on-demand": {"*": 51000}},
    "m5.xlarge": {"on-demand": {"*": 192000}},
    "t4g.nano": {"on-demand": {"*": 4200}}
  }
}
`
	if got := string(render(from)); got != want {
		t.Errorf("got %s", got)
	}
}
