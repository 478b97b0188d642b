module pyplugin.dev/hack/pricebook

go 1.26.0
