package webhook

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// ServicePort is the port of the Services that MakeService makes.
const ServicePort = 443

// MakeService makes the namespace if it is absent, a Service without selector
// and an EndpointSlice that points at the address. Existing ones are renewed.
func MakeService(ctx context.Context, client kubernetes.Interface, namespace, name, address string, port int) error {
	if address == "" {
		return errors.New("this machine has no address beyond loopback, and EndpointSlices refuse loopback: " +
			"webhooks can be called by URL here, but not through a Service")
	}
	_, err := client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	services := client.CoreV1().Services(namespace)
	_, err = services.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.ServiceSpec{
		Ports: []corev1.ServicePort{{Name: "https", Port: ServicePort, Protocol: corev1.ProtocolTCP}}}}, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	slices := client.DiscoveryV1().EndpointSlices(namespace)
	slice := endpointSlice(name, address, int32(port))
	if _, err = slices.Create(ctx, slice, metav1.CreateOptions{}); apierrors.IsAlreadyExists(err) {
		_, err = slices.Update(ctx, slice, metav1.UpdateOptions{})
	}
	if err != nil {
		return fmt.Errorf("EndpointSlice %s/%s: %w", namespace, slice.Name, err)
	}
	return nil
}

func endpointSlice(service, address string, port int32) *discoveryv1.EndpointSlice {
	// The port's name must be that of the Service's port.
	name, protocol, ready := "https", corev1.ProtocolTCP, true
	return &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{Name: service + "-webhook", Labels: map[string]string{
			discoveryv1.LabelServiceName: service, discoveryv1.LabelManagedBy: "test-cluster"}},
		AddressType: discoveryv1.AddressTypeIPv4,
		Endpoints: []discoveryv1.Endpoint{{
			Addresses: []string{address}, Conditions: discoveryv1.EndpointConditions{Ready: &ready}}},
		Ports: []discoveryv1.EndpointPort{{Name: &name, Protocol: &protocol, Port: &port}},
	}
}
